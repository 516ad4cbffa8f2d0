import type { Certificate, TeamUser } from '@onboarding/contract';
import type { Tone } from '../theme/tones.ts';

// Second factors and devices in words.

export function factorsOf({ factors, status }: Pick<TeamUser, 'factors' | 'status'>): string {
  const apps =
    factors.Totp === 1 ? ['Authenticator app'] : factors.Totp > 1 ? [`${factors.Totp} authenticator apps`] : [];
  const keys = factors.Passkey === 1 ? ['Passkey'] : factors.Passkey > 1 ? [`${factors.Passkey} passkeys`] : [];
  const all = [...apps, ...keys];
  if (all.length > 0) return all.join(', ');
  return status === 'Invited' ? 'None yet' : 'None';
}

const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrom(e|ium)\//],
  ['Safari', /Safari\//],
] as const;
const SYSTEMS = [
  ['iPhone or iPad', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
] as const;

/** The browser and system of a user agent, by their usual names. */
export function deviceOf(userAgent: string): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
  if (browser === undefined) return 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}

// How long a certificate is still valid, with stronger colours towards its end.

/** Urgent with this many days left or fewer. */
const URGENT_DAYS = 14;

export function daysLeftInWords(days: number): string {
  if (days === 0) return 'Expires today';
  return days === 1 ? '1 day left' : `${days} days left`;
}

export const isUrgent = (days: number): boolean => days <= URGENT_DAYS;

export function certificateBadge({
  status,
  daysLeft,
  expiryWarning,
}: Pick<Certificate, 'status' | 'daysLeft' | 'expiryWarning'>): { words: string; color: Tone } {
  if (status === 'Revoked') return { words: 'Revoked', color: 'neutral' };
  if (status === 'Expired') return { words: 'Expired', color: 'danger' };
  const words = daysLeftInWords(daysLeft);
  if (expiryWarning === null) return { words, color: 'success' };
  return { words, color: isUrgent(expiryWarning) ? 'danger' : 'warning' };
}
