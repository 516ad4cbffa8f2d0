import type { FoundBusiness } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { actionsOf, businessOffers, pageActions, pageOffers, partnerOffers, takesNextItself } from './commands.ts';

const idsOf = (offers: readonly { id: string }[]) => offers.map(({ id }) => id);
const ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';

test.each([
  ['analyst', ['Queue', 'Search'], ['mine', 'confirm']],
  ['supervisor', ['Queue', 'Search', 'Statistics', 'Reading trail'], ['mine', 'confirm']],
  ['auditor', ['Queue', 'Search', 'Statistics', 'Reading trail'], []],
  ['operator', ['Partners', 'Staff', 'Reference data', 'Jobs'], ['create-partner', 'invite']],
  ['admin', [], []],
])('offers the role %s its pages %j and actions %j', (role, pages, actions) => {
  expect([pageOffers(role).map(({ label }) => label), idsOf(actionsOf(role))]).toEqual([pages, actions]);
});

const business = (more: Partial<FoundBusiness>): FoundBusiness => ({
  customerId: ID,
  partnerId: ID,
  partnerName: 'Acme Payments',
  partnerCustomerId: 'order-1',
  companyName: 'Lagos Trading',
  tradingName: null,
  registrationNumber: 'RC501',
  country: 'NGA',
  verificationStatus: 'PendingVerification',
  statusChangedAt: '2026-11-19T10:00:00.000Z',
  erased: false,
  ...more,
});

test('a business is shown with its partner, reference and registration number, and opens its package', () => {
  expect(businessOffers([business({})])).toEqual([
    {
      id: `business-${ID}`,
      label: 'Lagos Trading',
      detail: 'Acme Payments · order-1 · RC501',
      target: { to: '/packages/$customerId', params: { customerId: ID } },
    },
  ]);
  expect(businessOffers([business({ tradingName: 'Eko' })])[0]?.synonyms).toBe('Eko');
});

test('an erased business is not offered, because it has no package', () => {
  expect(businessOffers([business({ erased: true })])).toEqual([]);
});

test('a partner is shown with its client id, and opens its page', () => {
  const partner = { partnerId: ID, name: 'Acme', clientId: 'acme-1', createdAt: '2026-11-19T10:00:00.000Z' };
  expect(partnerOffers([{ ...partner, status: 'Active', onboardingStatus: 'Approved' }])).toEqual([
    {
      id: `partner-${ID}`,
      label: 'Acme',
      detail: 'acme-1',
      target: { to: '/partners/$partnerId', params: { partnerId: ID } },
    },
  ]);
});

const key = (keys: string, repeat = false) => ({ keys, words: `Does ${keys}`, repeat, run: () => {} });

test('offers what the keys of the page do, except moving over rows', () => {
  const here = [key('j', true), key('Enter'), key('n'), key('g x'), key('Ctrl+Enter')];
  expect(pageActions(here).map(({ id, label, keys }) => [id, label, keys])).toEqual([
    ['key-n', 'Does n', 'n'],
    ['key-g-x', 'Does g x', 'g x'],
    ['key-Ctrl+Enter', 'Does Ctrl+Enter', 'Ctrl+Enter'],
  ]);
});

test('a page with its own key for the next package takes it itself', () => {
  expect([takesNextItself([key('c'), key('n')]), takesNextItself([key('c')])]).toEqual([true, false]);
});
