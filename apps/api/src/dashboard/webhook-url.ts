import { ERRORS, type ErrorCode } from '@onboarding/contract';
import { DomainError, validationError } from '@onboarding/domain';
import { type RefusalReason, ResolverUnavailable, UrlRefused } from '@onboarding/platform/safe-http';
import type { WebhookUrls } from '../http/route.ts';

const CODES: Record<RefusalReason, ErrorCode> = {
  NotHttps: 'Webhook.UrlNotHttps',
  NotPublic: 'Webhook.UrlNotPublic',
  Unresolvable: 'Webhook.UrlUnresolvable',
};
const RETRY_AFTER_SECONDS = 5;

/** Resolves the URL and refuses it unless it points to the public internet. */
export async function vetWebhookUrl(webhookUrls: WebhookUrls, { url }: { url: string }): Promise<void> {
  try {
    await webhookUrls.check(url);
  } catch (error) {
    if (error instanceof ResolverUnavailable) {
      throw new DomainError('Service.Unavailable', {
        message:
          'The host of the URL cannot be looked up at the moment. Nothing was saved. Wait for the time in Retry-After and send the same request again.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    if (!(error instanceof UrlRefused)) throw error;
    const code = CODES[error.reason];
    throw validationError([{ pointer: '/url', code, message: `${error.message}. ${ERRORS[code].remedy}` }]);
  }
}
