// A partner's users manage its webhook.
import {
  ERRORS,
  type ErrorCode,
  EVENT_CATALOGUE,
  eventTypesSchema,
  PARTNER_ROLES,
  SECRET_OVERLAP_HOURS,
  testEventSchema,
  WEBHOOK_GIVE_UP_HOURS,
  webhookEndpointSchema,
  webhookRegisteredSchema,
  webhookReplacedSchema,
  webhookRotatedSchema,
  webhookUrlSchema,
} from '@onboarding/contract';
import { DomainError, validationError } from '@onboarding/domain';
import {
  enableEndpoint,
  readEndpoint,
  rotateSecret,
  sendTestEvent,
  setUrl,
  type UrlOutcome,
} from '@onboarding/domain/webhooks';
import { type RefusalReason, ResolverUnavailable, UrlRefused } from '@onboarding/platform/safe-http';
import { parsedBody } from '../http/body.ts';
import { dashboardRoute } from '../http/declare.ts';
import type { SessionRoute, WebhookUrls } from '../http/route.ts';
import {
  enabledExample,
  endpointExample,
  eventTypesExample,
  registeredExample,
  replacedExample,
  rotatedExample,
  testExample,
  urlExample,
} from './webhook-examples.ts';

const CODES: Record<RefusalReason, ErrorCode> = {
  NotHttps: 'Webhook.UrlNotHttps',
  NotPublic: 'Webhook.UrlNotPublic',
  Unresolvable: 'Webhook.UrlUnresolvable',
};
const RETRY_AFTER_SECONDS = 5;

/** Resolves the URL and refuses it unless it points to the public internet. */
async function vetWebhookUrl(webhookUrls: WebhookUrls, { url }: { url: string }): Promise<void> {
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

export const WEBHOOKS = '/customer/v1/partner-profile/webhooks';

const malformed = 'ValidationControl.Error';
const URL_BODY = parsedBody({ schema: webhookUrlSchema, example: urlExample, malformed });

const URL_ERRORS = [malformed, 'Webhook.UrlNotHttps', 'Webhook.UrlNotPublic', 'Webhook.UrlUnresolvable'] as const;

/** Errors of operations that send an event on request. */
export const SENDING_ERRORS = [
  'Webhook.EndpointNotFound',
  'Webhook.EndpointDisabled',
  'Webhook.DispatcherUnavailable',
] as const;

export const webhookRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: WEBHOOKS,
    operationId: 'readWebhook',
    summary: 'Read the webhook',
    description:
      'Its URL and the state of its receiver. If you have no webhook, the status is NotRegistered, consecutiveFailures and pending are 0, and all times are null.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: webhookEndpointSchema, example: endpointExample },
    errors: [],
    handler: async (tx, { context, person }) => ({
      value: await readEndpoint(tx, person.partnerId, context.clock.now()),
    }),
  }),
  dashboardRoute({
    method: 'POST',
    path: WEBHOOKS,
    operationId: 'registerWebhook',
    summary: 'Register a webhook',
    description:
      'The service generates the secret and shows it only once; a secret that you send is ignored. If a webhook already exists, its URL is replaced and webhookSecret is null. A disabled webhook is enabled again.',
    roles: ['admin'],
    stepUp: true,
    writes: true,
    vet: vetWebhookUrl,
    body: URL_BODY,
    answer: { schema: webhookRegisteredSchema, example: registeredExample },
    errors: URL_ERRORS,
    async handler(tx, { context, person, body: { url } }) {
      const outcome = await setUrl(tx, context, person, url);
      return { value: { url, webhookSecret: outcome.secret, message: messageOf(outcome) } };
    },
  }),
  dashboardRoute({
    method: 'PUT',
    path: WEBHOOKS,
    operationId: 'replaceWebhook',
    summary: 'Replace the URL of the webhook',
    description:
      'The current secret stays valid, and webhookSecret is null. If there is no webhook, one is registered, and its secret is shown only once. A disabled webhook is enabled again.',
    roles: ['admin'],
    stepUp: true,
    writes: true,
    vet: vetWebhookUrl,
    body: URL_BODY,
    answer: { schema: webhookReplacedSchema, example: replacedExample },
    errors: URL_ERRORS,
    async handler(tx, { context, person, body: { url } }) {
      const outcome = await setUrl(tx, context, person, url);
      return { value: { webhookSecret: outcome.secret, message: messageOf(outcome) } };
    },
  }),
  dashboardRoute({
    method: 'POST',
    path: `${WEBHOOKS}/rotate-secret`,
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the webhook secret',
    description: `For ${SECRET_OVERLAP_HOURS} hours, deliveries carry two signatures, with that of the new secret first. If you rotate again within that time, the oldest secret stops signing immediately.`,
    roles: ['admin'],
    stepUp: true,
    writes: true,
    answer: { schema: webhookRotatedSchema, example: rotatedExample },
    errors: ['Webhook.EndpointNotFound'],
    async handler(tx, { context, person }) {
      const rotated = await rotateSecret(tx, context, person);
      const message = `Save the new secret now: it is not shown again. Until ${rotated.previousSecretExpiresAt}, deliveries carry both signatures; configure your receiver with the new secret by then.`;
      return { value: { ...rotated, message } };
    },
  }),
  dashboardRoute({
    method: 'POST',
    path: `${WEBHOOKS}/enable`,
    operationId: 'enableWebhook',
    summary: 'Enable a disabled webhook',
    description: `Deliveries that have waited for less than ${WEBHOOK_GIVE_UP_HOURS} hours are sent, oldest first and after new events. Older ones become Exhausted and can be replayed. Has no effect if the webhook is not disabled.`,
    roles: ['admin'],
    writes: true,
    answer: { schema: webhookEndpointSchema, example: enabledExample },
    errors: ['Webhook.EndpointNotFound'],
    handler: async (tx, { context, person }) => ({ value: await enableEndpoint(tx, context, person) }),
  }),
  dashboardRoute({
    method: 'POST',
    path: `${WEBHOOKS}/test`,
    operationId: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends a webhook.test event now. It is delivered like any other event, so the delivery history shows the outcome.',
    roles: ['admin', 'developer'],
    writes: true,
    answer: { schema: testEventSchema, example: testExample },
    errors: ['Webhook.TestFireRejected', ...SENDING_ERRORS],
    handler: async (tx, { context, person }) => ({ value: await sendTestEvent(tx, context, person) }),
  }),
  dashboardRoute({
    method: 'GET',
    path: `${WEBHOOKS}/event-types`,
    operationId: 'listEventTypes',
    summary: 'List event types',
    description:
      'Each with a JSON Schema and an example of its data. Receivers should ignore types that they do not know.',
    roles: PARTNER_ROLES,
    anyStanding: true,
    writes: false,
    answer: { schema: eventTypesSchema, example: eventTypesExample },
    errors: [],
    handler: async () => ({ value: EVENT_CATALOGUE }),
  }),
];

function messageOf(outcome: UrlOutcome): string {
  if (outcome.done === 'Registered') {
    return 'The webhook is registered. Save the secret now: it is not shown again. Send a test event to check your receiver.';
  }
  const resumed = outcome.resumed ? ' The webhook is enabled again, and pending deliveries are being sent.' : '';
  return outcome.done === 'Unchanged'
    ? `The webhook already has this URL.${resumed} The current secret stays valid.`
    : `The URL was replaced; pending deliveries are sent to the new one.${resumed} The current secret stays valid.`;
}
