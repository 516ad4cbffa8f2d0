// Second factors and devices in words.
import type { TeamUser } from '@onboarding/contract';

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
