// The surfaces of the API, each for different callers, and their response envelopes.

/** Machines and users get the same data in different envelopes. */
export type Envelope = 'partner' | 'dashboard';

export interface Surface {
  envelope: Envelope;
  /** The prefixes of its paths, below /api. */
  prefixes: readonly string[];
}

export const SURFACES = {
  partner: { envelope: 'partner', prefixes: ['/partner/', '/customer/v1/onboarding/'] },
  session: { envelope: 'dashboard', prefixes: ['/session/'] },
  dashboard: { envelope: 'dashboard', prefixes: ['/customer/'] },
  compliance: { envelope: 'dashboard', prefixes: ['/compliance/'] },
  operations: { envelope: 'dashboard', prefixes: ['/operations/'] },
} as const satisfies Record<string, Surface>;

export const PREFIX = '/api';

const BY_PREFIX = Object.values(SURFACES)
  .flatMap((surface: Surface) => surface.prefixes.map((prefix) => ({ prefix: PREFIX + prefix, surface })))
  .toSorted((a, b) => b.prefix.length - a.prefix.length);

/** The surface that a URL without a route would belong to: the one with the longest prefix, or else the Partner API. */
export function surfaceAt(url: string): Surface {
  return BY_PREFIX.find(({ prefix }) => url.startsWith(prefix))?.surface ?? SURFACES.partner;
}
