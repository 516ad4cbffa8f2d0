// Resolves host names, and distinguishes a failing name from failing name servers.
import { Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ResolverUnavailable, UrlRefused } from './outcome.ts';

export interface NamesOptions {
  servers: readonly string[] | undefined;
  timeoutMs: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** Returns all addresses of a host, at least one. */
export type Names = (host: string) => Promise<string[]>;

/** The server answered that the name does not exist or has no address of that kind. Any other failure is inconclusive. */
const CONCLUSIVE = new Set(['ENOTFOUND', 'ENODATA']);
const ALIVE_FOR_MS = 3_000;
const REMEMBERED_NAMES = 8;
const PROBED_NAMES = 3;

type Answer = { addresses: string[]; conclusive: boolean };

/**
 * If a name cannot be resolved, the cause is either the name or our name server. It is the name if the server has just
 * resolved others; otherwise names that resolved before are tried. If none of them resolves now, the server is unavailable.
 */
export function createNames({ servers, timeoutMs, now = () => performance.now() }: NamesOptions): Names {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
  if (servers !== undefined) resolver.setServers([...servers]);
  const goodNames = new Set<string>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<boolean> | undefined;

  async function ask(question: Promise<string[]>): Promise<Answer> {
    const answer = await answerWithin(timeoutMs, question);
    if (answer.conclusive) answeredAt = now();
    return answer;
  }

  /** Without a known name it queries the root, whose name servers every working server can resolve. */
  async function probe(): Promise<boolean> {
    const names = [...goodNames].slice(-PROBED_NAMES);
    const questions = names.length === 0 ? [resolver.resolveNs('.')] : names.map((name) => resolver.resolve4(name));
    const answers = await Promise.all(questions.map(ask));
    return answers.some(({ conclusive }) => conclusive);
  }

  async function answersOthers(): Promise<boolean> {
    if (now() - answeredAt < ALIVE_FOR_MS) return true;
    probing ??= probe().finally(() => {
      probing = undefined;
    });
    return probing;
  }

  return async (host) => {
    const answers = await Promise.all([ask(resolver.resolve4(host)), ask(resolver.resolve6(host))]);
    const addresses = answers.flatMap((answer) => answer.addresses);
    if (addresses.length > 0) {
      remember(goodNames, host);
      return addresses;
    }
    goodNames.delete(host);
    const known = answers.some(({ conclusive }) => conclusive) || (await answersOthers());
    if (!known) throw new ResolverUnavailable('Our name servers answer nobody at the moment');
    throw new UrlRefused('Unresolvable', 'The host of the URL cannot be found in the DNS');
  };
}

async function answerWithin(timeoutMs: number, question: Promise<string[]>): Promise<Answer> {
  const unanswered = { addresses: [], conclusive: false };
  const timer = new AbortController();
  const asked = question.then(
    (addresses) => ({ addresses, conclusive: true }),
    (error: NodeJS.ErrnoException) => ({ addresses: [], conclusive: CONCLUSIVE.has(error.code ?? '') }),
  );
  const late = delay(timeoutMs, unanswered, { signal: timer.signal }).catch(() => unanswered);
  const answer = await Promise.race([asked, late]);
  timer.abort();
  return answer;
}

/** Keeps the names that resolved last. */
function remember(names: Set<string>, host: string): void {
  names.delete(host);
  names.add(host);
  for (const oldest of names) {
    if (names.size <= REMEMBERED_NAMES) break;
    names.delete(oldest);
  }
}
