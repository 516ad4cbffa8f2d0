// The settings of the identity service.
import type { ConfigOf } from './catalogue.ts';
import { type Environment, howToSet, type Reading, readFor, whole } from './read.ts';
import { judged, plainConnections } from './rules.ts';

export type IdentityConfig = ConfigOf<'identity'>;

export const readIdentity = (environment: Environment): IdentityConfig => whole(inspectIdentity(environment));

export function inspectIdentity(environment: Environment): Reading<IdentityConfig> {
  const reading = readFor<IdentityConfig>('identity', environment);
  const { values } = reading;
  const { ENVIRONMENT = 'development' } = values;
  const plain = (['ISSUER', 'PORTAL_URL', 'CONSOLE_URL'] as const)
    .filter((name) => ENVIRONMENT !== 'development' && values[name]?.startsWith('https:') === false)
    .map((name) => ({
      name,
      problem: `must be an https address when ENVIRONMENT is ${ENVIRONMENT}`,
      cure: howToSet(name),
    }));
  return judged(reading, plain, plainConnections(values));
}
