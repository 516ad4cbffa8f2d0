// What partners install. It knows nothing of the service's own code and needs nothing but Node.
export * from './events.gen.ts';
export { type DeliveryToSign, signDelivery } from './sign-delivery.ts';
export { createTokenSource, TokenRequestError, type TokenSource, type TokenSourceOptions } from './token-source.ts';
export { type VerifyWebhookOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
export {
  WebhookBodyError,
  WebhookHeaderError,
  WebhookSecretError,
  WebhookSignatureError,
  WebhookTimestampError,
  WebhookVerificationError,
} from './webhook-errors.ts';
