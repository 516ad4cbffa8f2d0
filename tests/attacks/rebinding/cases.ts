// What the name servers of an attacker say of a receiver's host: something public while the URL is registered, and this afterwards.
import type { NameAnswer } from '../../harness/servers/name-server.ts';

/** Addresses of the machine on which everything runs, each with somebody who listens. */
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
  /** Once the URL is registered. */
  answer: Exclude<NameAnswer, string>;
  expected: Expected;
}

/** Public when it is first asked for each kind of address, and then leading to this machine. */
function publicOnce(): Exclude<NameAnswer, string> {
  const asked = new Map<string, number>();
  return ({ type }) => {
    const before = asked.get(type) ?? 0;
    asked.set(type, before + 1);
    return before === 0 ? [PUBLIC] : ['127.0.0.1', '::1'];
  };
}

/** By what the title of the test says. */
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
  'to the alias of an internal name': { host: 'alias.acme.com', answer: ['db.internal'], expected: blocked },
  'to an alias of an alias of localhost': { host: 'alias2.acme.com', answer: ['alias3.acme.com'], expected: blocked },
  // Whoever looked the name up again to connect would get there.
  'to this machine between the check and the connection': {
    host: 'between.acme.com',
    answer: publicOnce(),
    expected: { errorKind: null, statusCode: 200 },
  },
};

/** Names that lead inside, which an attacker may use as an alias or redirect to. */
export const INTERNAL_NAMES: Record<string, NameAnswer> = {
  'db.internal': [PRIVATE],
  'alias3.acme.com': ['localhost'],
  localhost: ['127.0.0.1', '::1'],
};

/** Of a receiver at a public address that sends us elsewhere. */
export const REDIRECTS: Record<string, string> = {
  'r1.acme.com': `http://${METADATA}/latest/meta-data/`,
  'r2.acme.com': 'https://db.internal/',
  'r3.acme.com': 'https://localhost/',
  'r4.acme.com': `https://127.0.0.1:${PORT}/`,
  'r5.acme.com': '//[::1]/',
};

export interface Report {
  /** What each host's delivery has as its first attempt. */
  attempts: Record<string, { errorKind: string | null; statusCode: number | null; url: string }>;
  /** Of URLs that lead inside when they are registered. */
  refusals: Record<string, { status: number; codes: string[] }>;
  /** Which addresses inside somebody has connected to: first ourselves, to see that it is noticed; then the services. */
  noticed: string[];
  connected: string[];
  /** Which hosts the public receiver has been sent an event for. */
  received: string[];
}
