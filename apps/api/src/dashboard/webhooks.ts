import { deliveryQuerySchema, EVENT_CATALOGUE } from '@onboarding/contract';
import {
  checkWindow,
  enableEndpoint,
  listDeliveries,
  readDelivery,
  readEndpoint,
  replayDelivery,
  replayWindow,
  rotateSecret,
  sendTestEvent,
  setUrl,
  type UrlOutcome,
} from '@onboarding/domain/webhooks';
import { readQuery, unknownParameters } from '../http/query.ts';
import type { Handler, SessionCall } from '../http/route.ts';
import { partnerOf } from './partner-person.ts';
import { readWebhookUrl } from './webhook-url.ts';

export const readWebhook: Handler<SessionCall> = async (tx, call) => ({
  value: await readEndpoint(tx, partnerOf(call).person.partnerId),
});

export const registerWebhook: Handler<SessionCall> = async (tx, call) => {
  const { url, warnings } = readWebhookUrl(call.body);
  const outcome = await setUrl(tx, call.context, partnerOf(call).person, url);
  return { value: { url, webhookSecret: outcome.secret, message: messageOf(outcome) }, warnings };
};

export const replaceWebhook: Handler<SessionCall> = async (tx, call) => {
  const { url, warnings } = readWebhookUrl(call.body);
  const outcome = await setUrl(tx, call.context, partnerOf(call).person, url);
  return { value: { webhookSecret: outcome.secret, message: messageOf(outcome) }, warnings };
};

function messageOf(outcome: UrlOutcome): string {
  if (outcome.done === 'Registered') {
    return 'The webhook is registered. Keep the secret now: it is not shown again. Send a test event to try your receiver.';
  }
  const resumed = outcome.resumed ? ' The webhook is enabled again, and what waits is being sent.' : '';
  return outcome.done === 'Unchanged'
    ? `The webhook has this URL already.${resumed} The secret in force stays.`
    : `The URL is replaced; what waits is sent there.${resumed} The secret in force stays.`;
}

export const rotateWebhookSecret: Handler<SessionCall> = async (tx, call) => {
  const rotated = await rotateSecret(tx, call.context, partnerOf(call).person);
  const message = `Keep the new secret now: it is not shown again. Until ${rotated.previousSecretExpiresAt} deliveries carry both signatures; teach your receiver the new secret by then.`;
  return { value: { ...rotated, message } };
};

export const enableWebhook: Handler<SessionCall> = async (tx, call) => ({
  value: await enableEndpoint(tx, call.context, partnerOf(call).person),
});

export const readDeliveries: Handler<SessionCall> = async (tx, call) => {
  const query = readQuery(deliveryQuerySchema, call.query);
  return {
    value: await listDeliveries(tx, call.context.keys, partnerOf(call).person.partnerId, query),
    warnings: unknownParameters(deliveryQuerySchema, call.query),
  };
};

export const readOneDelivery: Handler<SessionCall> = async (tx, call) => ({
  value: await readDelivery(tx, partnerOf(call).person.partnerId, call.params.deliveryId ?? ''),
});

export const replayOneDelivery: Handler<SessionCall> = async (tx, call) => ({
  value: await replayDelivery(tx, call.context, partnerOf(call).person, call.params.deliveryId ?? ''),
});

export const replayDeliveries: Handler<SessionCall> = async (tx, call) => {
  const checked = checkWindow(call.body, call.context.clock.now());
  return { value: await replayWindow(tx, call.context, partnerOf(call).person, checked), warnings: checked.warnings };
};

export const testWebhook: Handler<SessionCall> = async (tx, call) => ({
  value: await sendTestEvent(tx, call.context, partnerOf(call).person),
});

export const readEventTypes: Handler<SessionCall> = async () => ({ value: EVENT_CATALOGUE });
