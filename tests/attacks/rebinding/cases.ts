// What an attacker's name servers answer for a receiver's host: a public address while the URL is registered, and this
// afterwards.
import type { NameAnswer } from '../../harness/servers/name-server.ts';

/** Addresses of the machine on which everything runs, each with a listener. */
export const PUBLIC = '93.184.215.14';
export const PRIVATE = '10.1.2.3';
export const METADATA = '169.254.169.254';
export const INSIDE = ['127.0.0.1', '::1', PRIVATE, METADATA] as const;

export const PORT = 443;

interface Expected {
  errorKind: 'BlockedAddress' | 'Redirect' | null;
  statusCode: number | null;
}
const blocked: Expected = { errorKind: 'BlockedAddress', statusCode: null };

interface Rebinding {
  host: string;
  /** The answer once the URL is registered. */
  answer: Exclude<NameAnswer, string>;
  expected: Expected;
}

/** Public for the first query of each record type, then this machine. */
function publicOnce(): Exclude<NameAnswer, string> {
  const asked = new Map<string, number>();
  return ({ type }) => {
    const before = asked.get(type) ?? 0;
    asked.set(type, before + 1);
    return before === 0 ? [PUBLIC] : ['127.0.0.1', '::1'];
  };
}

/** By the text in the test's title. */
export const REBINDINGS: Record<string, Rebinding> = {
  'to this machine': { host: 'loopback.acme.com', answer: ['127.0.0.1'], expected: blocked },
  'to this machine over IPv6': { host: 'loopback6.acme.com', answer: ['::1'], expected: blocked },
  'to this machine as a mapped address': { host: 'mapped.acme.com', answer: ['::ffff:127.0.0.1'], expected: blocked },
  'to any address of this machine': { host: 'any.acme.com', answer: ['0.0.0.0', '::'], expected: blocked },
  'to the metadata service': { host: 'metadata.acme.com', answer: [METADATA], expected: blocked },
  'to a private network': { host: 'private.acme.com', answer: [PRIVATE], expected: blocked },
  'to a public address and then a private one': {
    host: 'mixed.acme.com',
    answer: [PUBLIC, PRIVATE],
    expected: blocked,
  },
  'to a private address and then a public one': {
    host: 'mixed2.acme.com',
    answer: [PRIVATE, PUBLIC],
    expected: blocked,
  },
  'to a public address, and over IPv6 to this machine': {
    host: 'mixed6.acme.com',
    answer: [PUBLIC, '::1'],
    expected: blocked,
  },
  'to an alias of an internal name': { host: 'alias.acme.com', answer: ['db.internal'], expected: blocked },
  'to an alias of an alias of localhost': { host: 'alias2.acme.com', answer: ['alias3.acme.com'], expected: blocked },
  // A second lookup for the connection would resolve to this machine.
  'to this machine between the check and the connection': {
    host: 'between.acme.com',
    answer: publicOnce(),
    expected: { errorKind: null, statusCode: 200 },
  },
};

/** Internal names, which an attacker may use as an alias or redirect to. */
export const INTERNAL_NAMES: Record<string, NameAnswer> = {
  'db.internal': [PRIVATE],
  'alias3.acme.com': ['localhost'],
  localhost: ['127.0.0.1', '::1'],
};

/** By the host of a receiver at a public address that redirects us. */
export const REDIRECTS: Record<string, string> = {
  'r1.acme.com': `http://${METADATA}/latest/meta-data/`,
  'r2.acme.com': 'https://db.internal/',
  'r3.acme.com': 'https://localhost/',
  'r4.acme.com': `https://127.0.0.1:${PORT}/`,
  'r5.acme.com': '//[::1]/',
};

export interface Report {
  /** The first attempt of each host's delivery. */
  attempts: Record<string, { errorKind: string | null; statusCode: number | null; url: string }>;
  /** The responses for URLs that are internal already when they are registered. */
  refusals: Record<string, { status: number; codes: string[] }>;
  /**
   * Internal addresses that got a connection: first from the test itself, to prove that it is noticed; then from the services.
   */
  noticed: string[];
  connected: string[];
  /** Hosts for which the public receiver got an event. */
  received: string[];
}
