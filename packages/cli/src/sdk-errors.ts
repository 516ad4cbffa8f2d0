// Turns errors of the SDK into a sentence, and the kind that determines the exit code.
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  DocumentRefusedError,
  OnboardingError,
  PrivateKeyError,
  TokenRequestError,
  UploadError,
  WaitTimeoutError,
} from '@onboarding/sdk';

interface Explained {
  kind: 'refused' | 'unreachable' | 'timedOut';
  message: string;
  code?: string | undefined;
  requestId?: string | undefined;
  details?: readonly { pointer: string; code: string; message: string }[];
}

/** Replaces messages of the API that refer to its paths. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  'Customer.NotFound': 'There is no such business. Check the customer id or your reference, which is case-sensitive.',
};
const ADVICE = 'Run "onboarding doctor" to find out more.';

/** Undefined if the error did not come from a call. */
export function explainSdkError(error: unknown): Explained | undefined {
  if (error instanceof ApiError) {
    const { code, requestId, details, status } = error;
    const message = OWN_WORDS[code] ?? error.message;
    const isServers = error instanceof AuthenticationError || status === 429 || status >= 500;
    const kind = isServers ? 'unreachable' : 'refused';
    return { kind, message: `${message} (${status} ${code})`, code, requestId, details };
  }
  if (error instanceof TokenRequestError)
    return { kind: 'unreachable', message: `${error.message} ${ADVICE}`, code: error.code, requestId: error.requestId };
  if (error instanceof ConnectionError) return { kind: 'unreachable', message: `${error.message} ${ADVICE}` };
  if (error instanceof WaitTimeoutError) return { kind: 'timedOut', message: error.message };
  if (error instanceof DocumentRefusedError) return { kind: 'refused', message: error.message, code: error.refusal };
  if (error instanceof UploadError) return { kind: 'refused', message: error.message, code: error.code };
  if (error instanceof PrivateKeyError)
    return { kind: 'refused', message: `${error.message} "onboarding init --new-key" creates one.` };
  if (error instanceof OnboardingError) return { kind: 'refused', message: error.message };
  return undefined;
}
