// The package for partners. It imports nothing from the service and needs nothing but fetch and WebCrypto.
export * from './api.gen.ts';
export type { Answer, CallOptions, NotModified, ReadOptions, UpdateOptions, WriteOptions } from './call-options.ts';
export {
  type ChangesOptions,
  type ClientOptions,
  OnboardingClient,
  type UploadOptions,
  type WaitOptions,
} from './client.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DocumentRefusedError,
  InvalidRequestError,
  NotFoundError,
  OnboardingError,
  PermissionError,
  RateLimitError,
  RequestTimeoutError,
  ServiceError,
  UnknownFileTypeError,
  UploadError,
  VersionMismatchError,
  WaitTimeoutError,
} from './errors.ts';
export * from './events.gen.ts';
export type { Page, Pages } from './pages.ts';
export {
  type PrivateKey,
  PrivateKeyError,
  type RsaPrivateJwk,
  type SignFunction,
  type SigningCryptoKey,
} from './private-key.ts';
export { createTokenSource, TokenRequestError, type TokenSource, type TokenSourceOptions } from './token-source.ts';
export type { FileContent, UploadProgress } from './upload.ts';
export { type VerifyWebhookOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
export * from './vocabularies.gen.ts';
export {
  type DeliveryToSign,
  signDelivery,
  WebhookBodyError,
  WebhookHeaderError,
  WebhookSecretError,
  WebhookSignatureError,
  WebhookTimestampError,
  WebhookVerificationError,
} from './webhook-signature.ts';
