/** Why a delivery was not accepted. Respond with 400; the messages say what to do and contain no secrets. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** A header is missing or malformed. */
export class WebhookHeaderError extends WebhookVerificationError {
  override name = 'WebhookHeaderError';
}

/** The delivery is too old, or its timestamp is in the future. */
export class WebhookTimestampError extends WebhookVerificationError {
  override name = 'WebhookTimestampError';
}

/** No signature matches any of the secrets. */
export class WebhookSignatureError extends WebhookVerificationError {
  override name = 'WebhookSignatureError';
}

/** The body is not the raw body, or not JSON. */
export class WebhookBodyError extends WebhookVerificationError {
  override name = 'WebhookBodyError';
}

/** A secret is malformed. This is a mistake in the receiver's settings, so it is not a WebhookVerificationError. */
export class WebhookSecretError extends Error {
  override name = 'WebhookSecretError';
}
