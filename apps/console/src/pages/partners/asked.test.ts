import type { OperatedPartnerDetail } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { askedOf } from './asked.ts';
import type { StandingAction } from './standing.ts';

const ACTIVE = { certificateId: 'c1', status: 'Active' };
const CERTIFICATES = [ACTIVE, { certificateId: 'c2', status: 'Revoked' }, { certificateId: 'c3', status: 'Expired' }];
const partner = (status: string, onboardingStatus: string) =>
  ({ status, onboardingStatus, certificates: CERTIFICATES }) as OperatedPartnerDetail;

test.each<[status: string, onboarding: string, offered: StandingAction[]]>([
  ['Active', 'Pending', ['approve', 'reject']],
  ['Active', 'Approved', ['deactivate']],
  ['Active', 'Rejected', ['approve']],
  ['Inactive', 'Approved', ['activate']],
])('a link to change a partner that is %s and %s works only for %j', (status, onboarding, offered) => {
  const all: StandingAction[] = ['approve', 'reject', 'activate', 'deactivate'];
  const asked = all.map((ask) => askedOf({ ask }, partner(status, onboarding)));
  expect(asked).toEqual(all.map((change) => (offered.includes(change) ? { kind: 'standing', change } : undefined)));
});

test('only an active certificate can be revoked', () => {
  const asked = ['c1', 'c2', 'c3', 'other', undefined].map((certificate) =>
    askedOf({ ask: 'revoke', certificate }, partner('Active', 'Approved')),
  );
  expect(asked).toEqual([{ kind: 'revoke', certificate: ACTIVE }, undefined, undefined, undefined, undefined]);
});

test('opens limits and invitations in any standing, but no dialogs about a person', () => {
  const asked = ['limits', 'invite', 'disable', undefined].map((ask) =>
    askedOf({ ask, certificate: 'c1' }, partner('Inactive', 'Rejected')),
  );
  expect(asked).toEqual([{ kind: 'limits' }, { kind: 'invite' }, undefined, undefined]);
});
