// The pages and actions that the command palette of the portal offers.

import { uuid } from '@onboarding/ui/search';
import { isAllowed } from '@onboarding/ui/session';
import type { LinkOptions } from '@tanstack/react-router';
import { OPERATIONS, type Operations } from '../api/operations.gen.ts';
import { PAGES } from '../menu.ts';

/** A page of the portal, perhaps with a dialog. */
type Target = Pick<LinkOptions, 'to' | 'search' | 'params'>;

export interface Offer {
  id: string;
  label: string;
  detail?: string;
  synonyms?: string;
  target: Target;
}

const SYNONYMS: Record<(typeof PAGES)[number]['to'], string> = {
  '/': 'start overview checklist first steps dashboard',
  '/customers': 'businesses companies profiles',
  '/requirements': 'countries identity documents rules numbers',
  '/webhooks': 'endpoint receiver url secret statistics',
  '/webhooks/deliveries': 'attempts history replay sent',
  '/webhooks/events': 'catalogue types schema',
  '/credentials': 'certificates keys client id',
  '/api-requests': 'log calls errors refused',
  '/team': 'users people colleagues roles',
  '/activity': 'changes audit history log',
};

export const PAGE_OFFERS: readonly Offer[] = [
  ...PAGES.map(({ to, label }) => ({ id: `page-${to}`, label, synonyms: SYNONYMS[to], target: { to } })),
  {
    id: 'page-/credentials/requests',
    label: 'Token requests',
    synonyms: 'log refused certificates',
    target: { to: '/credentials/requests' },
  },
  {
    id: 'page-/you',
    label: 'Sessions and notifications',
    synonyms: 'you account mails settings',
    target: { to: '/you' },
  },
];

const ACTIONS: readonly (Offer & { needs: keyof Operations })[] = [
  {
    id: 'new-certificate',
    label: 'New certificate',
    synonyms: 'create register add api credential key',
    target: { to: '/credentials/new' },
    needs: 'registerApiCertificate',
  },
  {
    id: 'invite',
    label: 'Invite a person',
    synonyms: 'add new user team colleague',
    target: { to: '/team', search: { invite: 'open' } },
    needs: 'inviteUser',
  },
];

/** The actions of the role. */
export const actionsOf = (role: string): Offer[] => ACTIONS.filter(({ needs }) => isAllowed(OPERATIONS[needs], role));

interface FoundCustomer {
  customerId: string;
  companyName: string;
  partnerCustomerId: string;
  registrationNumber: string;
}

const named = ({ companyName, partnerCustomerId, registrationNumber }: FoundCustomer) => ({
  label: companyName,
  detail: `${partnerCustomerId} · ${registrationNumber}`,
});

export const customerOffers = (found: readonly FoundCustomer[]): Offer[] =>
  found.map((customer) => ({
    ...named(customer),
    id: `customer-${customer.customerId}`,
    target: { to: '/customers/$customerId', params: { customerId: customer.customerId } },
  }));

/** The deliveries about each customer; for an id, also the delivery or event with this id, if there is one. */
export function deliveryOffers(found: readonly FoundCustomer[], text: string): Offer[] {
  const id = uuid(text.trim());
  const ofCustomers = found.map((customer): Offer => {
    const { label, detail } = named(customer);
    return {
      id: `deliveries-${customer.customerId}`,
      label: `Deliveries of ${label}`,
      detail,
      target: { to: '/webhooks/deliveries', search: { customer: customer.customerId } },
    };
  });
  if (id === undefined) return ofCustomers;
  return [
    ...ofCustomers,
    { id: 'delivery', label: 'Delivery with this id', target: { to: '/webhooks/deliveries/$id', params: { id } } },
    {
      id: 'event',
      label: 'Deliveries of the event with this id',
      target: { to: '/webhooks/deliveries', search: { event: id } },
    },
  ];
}
