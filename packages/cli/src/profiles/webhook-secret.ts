// The secret that signs deliveries of this command. It is created once and stored in the profile, so that a receiver needs to
// be configured only once.
import { randomBytes } from 'node:crypto';
import { signDelivery, WebhookSecretError } from '@onboarding/sdk';
import { CliFailure, wrongUsage } from '../failure.ts';
import { changeProfile } from './profile-file.ts';
import type { FoundSettings } from './settings.ts';

export interface WebhookSecret {
  secret: string;
  /** Just created, so the user has not seen it yet. */
  isNew: boolean;
}

export async function provideSecret({ webhookSecret, file, profile }: FoundSettings): Promise<WebhookSecret> {
  if (webhookSecret !== undefined) return { secret: checkSecret(webhookSecret), isNew: false };
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await changeProfile(file, profile, { webhookSecret: secret }).catch((cause: unknown) => {
    throw new CliFailure(
      `The secret cannot be stored in ${file}: make it writable, or set ONBOARDING_WEBHOOK_SECRET.`,
      undefined,
      { cause },
    );
  });
  return { secret, isNew: true };
}

/** Checked at the start, not at the first event. */
function checkSecret(secret: string): string {
  try {
    signDelivery({ eventId: '', eventType: '', deliveryId: '', body: '', secrets: secret });
    return secret;
  } catch (thrown) {
    throw thrown instanceof WebhookSecretError
      ? wrongUsage(`The secret of the profile, or ONBOARDING_WEBHOOK_SECRET: ${thrown.message}`)
      : thrown;
  }
}
