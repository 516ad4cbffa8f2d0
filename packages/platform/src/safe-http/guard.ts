import type { Guard } from './outcome.ts';

export interface GuardOptions {
  /** Ports that a URL may name. */
  ports: readonly number[];
  /** For development and tests: host names that lead to a port of this machine instead of being looked up. */
  allowed?: ReadonlyMap<string, number>;
  /** As "192.0.2.1" or "192.0.2.1:5353"; those of the machine unless said. */
  dnsServers?: readonly string[] | undefined;
  dnsTimeoutMs?: number;
}

export function createGuard(_options: GuardOptions): Guard {
  throw new Error('Not made yet');
}
