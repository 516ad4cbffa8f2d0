// How often a client and an address may request tokens.
import type { Limit } from '@onboarding/platform/limits';

export interface TokenLimits {
  client: Limit;
  address: Limit;
}

export function tokenLimits(perMinute: { client: number; address: number }): TokenLimits {
  return {
    client: { name: 'client', points: perMinute.client, seconds: 60 },
    address: { name: 'address', points: perMinute.address, seconds: 60 },
  };
}
