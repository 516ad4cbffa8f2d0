import { OnboardingClient } from '@onboarding/sdk';
import { wrongUsage } from './failure.ts';
import type { Settings } from './profiles/settings.ts';
import { VERSION } from './version.ts';

/** Fewer than for a server, because a person is waiting. */
const MAX_RETRIES = 2;

export function openClient({ api, issuer, tokenEndpoint, clientId }: Settings, privateKey: string): OnboardingClient {
  try {
    return new OnboardingClient({
      baseUrl: api,
      issuer,
      tokenUrl: tokenEndpoint,
      clientId,
      privateKey,
      maxRetries: MAX_RETRIES,
      userAgent: `onboarding-cli/${VERSION}`,
    });
  } catch (thrown) {
    // The SDK rejects settings that can never work; its message explains why.
    throw thrown instanceof TypeError ? wrongUsage(thrown.message.replace(/^baseUrl/, '--api')) : thrown;
  }
}
