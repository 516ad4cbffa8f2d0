// Gets one token, with its scope and lifetime from the token endpoint.
import { createTokenSource, TokenRequestError } from '@onboarding/sdk';
import type { Settings } from './settings.ts';

interface Issued {
  token: string;
  scope: string;
  expiresInSeconds: number;
}

interface TokenAnswer {
  scope?: string;
  expires_in?: number;
}

export async function requestToken(
  { issuer, tokenEndpoint, clientId }: Settings,
  privateKey: string,
  { scope, signal }: { scope?: string; signal: AbortSignal },
): Promise<Issued> {
  let said: TokenAnswer = {};
  const source = createTokenSource({
    issuer,
    tokenUrl: tokenEndpoint,
    clientId,
    privateKey,
    maxRetries: 1,
    ...(scope !== undefined && { scope }),
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (answer.ok) said = (await answer.clone().json()) as TokenAnswer;
      return answer;
    },
  });
  const token = await source.token(signal);
  return { token, scope: said.scope ?? '', expiresInSeconds: said.expires_in ?? 0 };
}

/** The endpoint refused, and retrying without a change would not help. */
export const isRefusal = (thrown: unknown): thrown is TokenRequestError =>
  thrown instanceof TokenRequestError && thrown.status !== undefined && thrown.status !== 429 && thrown.status < 500;
