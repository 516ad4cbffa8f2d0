import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_SECONDS = 30;
const SIX_DIGITS = /^\d{6}$/;

export const makeTotpSecret = (): string => generateSecret();

/** The URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, label: string): string {
  return generateURI({ issuer: 'Business Onboarding', label, secret });
}

/**
 * The time step of a code that is valid for the current step or the one before or after; undefined if it is wrong or not
 * later than the last used step. Ignores spaces, which users type as the app shows them.
 */
export function totpStep(secret: string, code: string, now: Date, usedStep = 0): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!SIX_DIGITS.test(token)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid) return undefined;
  const step = Math.floor(epoch / STEP_SECONDS) + result.delta;
  return step > usedStep ? step : undefined;
}
