// The pages on which people sign in.
import type { FastifyInstance } from 'fastify';
import { interactionPolicy, type Provider } from 'oidc-provider';
import type { IdentityContext } from '../app.ts';
import type { PeopleSide } from '../provider/provider.ts';

export interface InteractionParts {
  context: IdentityContext;
  provider(): Provider;
  issuer: string;
}

export function peopleSide(_context: IdentityContext): PeopleSide {
  return {
    findAccount: async () => undefined,
    interactionUrl: (uid) => `/sign-in/${uid}`,
    realmCheck: new interactionPolicy.Check('other_realm', 'another realm', () => false),
    errorPage: () => '',
    signOutPage: () => '',
    signedOutPage: () => '',
  };
}

export async function serveInteractions(_app: FastifyInstance, _parts: InteractionParts): Promise<void> {}
