// Runs checks in parallel, each with a time limit.
import { type Distrust, explainDistrust } from '@onboarding/platform/trust';

export interface Verdict {
  /** What was checked, such as "database of the API (DATABASE_URL)". */
  about: string;
  state: 'good' | 'warning' | 'fault';
  /** What was found. */
  found: string;
  /** How to fix it; empty if good. */
  cure: string;
}

export type Finding = Omit<Verdict, 'about'>;

export const good = (found: string): Finding => ({ state: 'good', found, cure: '' });
export const warning = (found: string, cure: string): Finding => ({ state: 'warning', found, cure });
export const fault = (found: string, cure: string): Finding => ({ state: 'fault', found, cure });

type Explain = (error: unknown) => Distrust | undefined;

/** The fault of a server whose certificate is not accepted; undefined if the connection failed for another reason. */
export function distrusted(error: unknown, explain: Explain = explainDistrust): Finding | undefined {
  const why = explain(error);
  return why === undefined ? undefined : fault(why.found, why.cure);
}

export interface Check {
  about: string;
  /** Returns at least one finding; a thrown error becomes a fault. */
  look(signal: AbortSignal): Promise<Finding[]>;
  /** Replaces the usual remedies for a certificate that is not accepted. */
  explain?: Explain;
}

const LIMIT_MS = 15_000;

export async function runChecks(checks: readonly Check[], limitMs = LIMIT_MS): Promise<Verdict[]> {
  const verdicts = await Promise.all(
    checks.map(async (check) =>
      (await withLimit(check, limitMs)).map((finding) => ({ about: check.about, ...finding })),
    ),
  );
  return verdicts.flat();
}

async function withLimit({ look, explain }: Check, limitMs: number): Promise<Finding[]> {
  const signal = AbortSignal.timeout(limitMs);
  const late = new Promise<Finding[]>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve([
        fault(`no answer within ${limitMs / 1000} s`, 'Check the address, the firewalls and the load on the server.'),
      ]);
    });
  });
  const looked = look(signal).catch((error: unknown) => {
    const why = error instanceof Error ? error.name : 'unknown';
    return [distrusted(error, explain) ?? fault(`could not be checked (${why})`, 'Check its settings and its log.')];
  });
  return Promise.race([looked, late]);
}
