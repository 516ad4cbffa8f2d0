import { expect, test } from 'vitest';
import { PAGES } from '../menu.ts';
import { actionsOf, customerOffers, deliveryOffers, PAGE_OFFERS } from './commands.ts';

const ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const FOUND = [
  { customerId: ID, companyName: 'Lagos Trading', partnerCustomerId: 'acme-42', registrationNumber: 'RC501' },
];
const idsOf = (offers: readonly { id: string }[]) => offers.map(({ id }) => id);

test('offers every page of the menu under its name, and two that are not in the menu', () => {
  expect(PAGE_OFFERS.map(({ label }) => label)).toEqual([
    ...PAGES.map(({ label }) => label),
    'Token requests',
    'Sessions and notifications',
  ]);
});

test.each([
  ['admin', ['new-certificate', 'invite']],
  ['developer', []],
  ['viewer', []],
  ['analyst', []],
])('offers the role %s only actions that it may use: %j', (role, offered) => {
  expect(idsOf(actionsOf(role))).toEqual(offered);
});

test('a customer is shown with its reference and registration number, and opens its page', () => {
  expect(customerOffers(FOUND)).toEqual([
    {
      id: `customer-${ID}`,
      label: 'Lagos Trading',
      detail: 'acme-42 · RC501',
      target: { to: '/customers/$customerId', params: { customerId: ID } },
    },
  ]);
});

test('a name finds the deliveries about the customer', () => {
  expect(deliveryOffers(FOUND, 'lagos').map(({ label, target }) => [label, target])).toEqual([
    ['Deliveries of Lagos Trading', { to: '/webhooks/deliveries', search: { customer: ID } }],
  ]);
});

test('a pasted id also finds the delivery and the event with this id', () => {
  expect(deliveryOffers([], ` ${ID} `).map(({ id, target }) => [id, target])).toEqual([
    ['delivery', { to: '/webhooks/deliveries/$id', params: { id: ID } }],
    ['event', { to: '/webhooks/deliveries', search: { event: ID } }],
  ]);
  expect(idsOf(deliveryOffers(FOUND, ID))).toEqual([`deliveries-${ID}`, 'delivery', 'event']);
});
