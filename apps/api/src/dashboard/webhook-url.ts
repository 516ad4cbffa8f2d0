import { checkBody, ERRORS, type ErrorCode, type Warning, webhookUrlSchema } from '@onboarding/contract';
import { DomainError, refuse } from '@onboarding/domain';
import { type RefusalReason, ResolverAway, UrlRefused } from '@onboarding/platform/safe-http';
import type { Vetting } from '../http/route.ts';

const CODES: Record<RefusalReason, ErrorCode> = {
  NotHttps: 'Webhook.UrlNotHttps',
  NotPublic: 'Webhook.UrlNotPublic',
  Unresolvable: 'Webhook.UrlUnresolvable',
};
const COME_BACK_SECONDS = 5;

/** The URL of a body as it was sent. Whatever else is there, a secret too, is ignored and named in a warning. */
export function readWebhookUrl(body: unknown): { url: string; warnings: Warning[] } {
  const { problems, warnings, value } = checkBody(webhookUrlSchema, body, 'ValidationControl.Error');
  const [first, ...others] = problems;
  if (first !== undefined) throw refuse([first, ...others]);
  if (value === undefined) throw new Error('A body without problems has no value');
  return { url: value.url, warnings };
}

/** Asks the network whether the URL leads to a receiver on the public internet. */
export async function vetWebhookUrl({ webhookUrls, body }: Vetting): Promise<void> {
  try {
    await webhookUrls.check(readWebhookUrl(body).url);
  } catch (error) {
    if (error instanceof ResolverAway) {
      throw new DomainError('Service.Unavailable', {
        message:
          'The host of the URL cannot be looked up at the moment. Nothing was saved. Wait for the time in Retry-After and send the same request again.',
        retryAfterSeconds: COME_BACK_SECONDS,
      });
    }
    if (!(error instanceof UrlRefused)) throw error;
    const code = CODES[error.reason];
    throw refuse([{ pointer: '/url', code, message: `${error.message}. ${ERRORS[code].remedy}` }]);
  }
}
