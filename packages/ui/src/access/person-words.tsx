// How people and their devices are said on the pages about them.
import { Badge, Text } from '@mantine/core';
import type { TeamPerson } from '@onboarding/contract';
import { relative } from '../values/index.ts';

/** Of either realm. */
type Shown = Pick<TeamPerson, 'status' | 'invitationEndsAt' | 'factors'>;

const STATUSES: Record<TeamPerson['status'], { name: string; color: string }> = {
  Active: { name: 'Active', color: 'green' },
  Invited: { name: 'Invited', color: 'yellow' },
  Disabled: { name: 'Disabled', color: 'gray' },
};

export function PersonStatus({ person }: { person: Shown }) {
  const { name, color } = STATUSES[person.status];
  return (
    <>
      <Badge color={color}>{name}</Badge>
      {person.invitationEndsAt !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          {Date.parse(person.invitationEndsAt) < Date.now()
            ? 'The link has expired'
            : `The link expires ${relative(person.invitationEndsAt)}`}
        </Text>
      )}
    </>
  );
}

export function factorsOf({ factors, status }: Shown): string {
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

/** What a browser says of itself, as people call it. */
export function deviceOf(userAgent: string): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))?.[0];
  if (browser === undefined) return 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
