import { isIPv4 } from 'node:net';
import { addressIn, isPublicAddress } from './address.ts';
import { createNames } from './names.ts';
import { type Guard, type Route, type Target, UrlRefused } from './outcome.ts';
import { judgeUrl } from './url-rules.ts';

export interface GuardOptions {
  /** Ports that a URL may name. */
  ports: readonly number[];
  /** For development and tests: host names mapped to a port of this machine, without a DNS lookup. */
  allowed?: ReadonlyMap<string, number>;
  /** Such as "192.0.2.1" or "192.0.2.1:5353"; defaults to the machine's servers. */
  dnsServers?: readonly string[] | undefined;
  dnsTimeoutMs?: number;
}

const LOOPBACK = [{ address: '127.0.0.1', family: 4 as const }];
/** The number of receivers that one process is designed for; beyond it, the oldest results are recomputed. */
const KEPT_VERDICTS = 20_000;

export function createGuard(options: GuardOptions): Guard {
  const { ports, allowed = new Map<string, number>(), dnsServers, dnsTimeoutMs = 2_000 } = options;
  const names = createNames({ servers: dnsServers, timeoutMs: dnsTimeoutMs });
  const target = createTargets((url) => judgeUrl(url, { ports, allowedHosts: allowed }));
  const underWay = new Map<string, Promise<string[]>>();

  /** Concurrent connections share a lookup; no result is cached. */
  function addressesOf(host: string): Promise<string[]> {
    let asked = underWay.get(host);
    if (asked === undefined) {
      asked = names(host).finally(() => underWay.delete(host));
      underWay.set(host, asked);
    }
    return asked;
  }

  async function route({ host, port }: Pick<Target, 'host' | 'port'>): Promise<Route> {
    const loopbackPort = allowed.get(host);
    if (loopbackPort !== undefined) return { addresses: LOOPBACK, port: loopbackPort };
    const literal = addressIn(host);
    const addresses = literal === undefined ? await addressesOf(host) : [literal];
    // One bad address is enough to refuse the name: a mix may be an attempt to find out which address we choose.
    if (!addresses.every(isPublicAddress)) {
      throw new UrlRefused('NotPublic', 'The host of the URL leads to an address that is not public');
    }
    return { addresses: addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 })), port };
  }

  return {
    target,
    route,
    async check(url) {
      await route(target(url));
    },
  };
}

/** Remembers the verdict on each URL. */
function createTargets(judge: (url: string) => Target): Guard['target'] {
  const verdicts = new Map<string, Target | UrlRefused>();

  function verdictOn(url: string): Target | UrlRefused {
    try {
      return judge(url);
    } catch (error) {
      if (error instanceof UrlRefused) return error;
      throw error;
    }
  }

  return (url) => {
    let verdict = verdicts.get(url);
    if (verdict === undefined) {
      verdict = verdictOn(url);
      for (const oldest of verdicts.keys()) {
        if (verdicts.size < KEPT_VERDICTS) break;
        verdicts.delete(oldest);
      }
      verdicts.set(url, verdict);
    }
    if (verdict instanceof UrlRefused) throw new UrlRefused(verdict.reason, verdict.message);
    return verdict;
  };
}
