// The pages and actions that the command palette of the console offers.
import type { FoundBusiness, OperatedPartner } from '@onboarding/contract';
import { isAllowed } from '@onboarding/ui/session';
import type { LinkOptions } from '@tanstack/react-router';
import { OPERATIONS, type Operations } from '../api/operations.gen.ts';
import { pagesFor } from '../menu.ts';
import type { MenuPath } from '../menu-roles.ts';

/** A page of the console, perhaps with a dialog. */
type Target = Pick<LinkOptions, 'to' | 'search' | 'params'>;

export interface Offer {
  id: string;
  label: string;
  detail?: string;
  synonyms?: string;
  keys?: string;
  target: Target;
}

const SYNONYMS: Record<MenuPath, string> = {
  '/queue': 'packages waiting reviews',
  '/search': 'find businesses customers',
  '/lead': 'figures charts report work',
  '/reads': 'audit opened who read access log',
  '/partners': 'organisations standing limits',
  '/staff': 'colleagues users accounts roles',
  '/reference': 'countries identity rules lists',
  '/jobs': 'worker queues dead letters health retry',
};
const KEYS: Partial<Record<MenuPath, string>> = { '/queue': 'g q', '/search': '/' };

export const pageOffers = (role: string): Offer[] =>
  pagesFor(role).map(({ to, label }) => {
    const keys = KEYS[to];
    return { id: `page-${to}`, label, synonyms: SYNONYMS[to], target: { to }, ...(keys === undefined ? {} : { keys }) };
  });

const ACTIONS: readonly (Offer & { needs: keyof Operations })[] = [
  {
    id: 'mine',
    label: 'Your packages',
    synonyms: 'my claimed queue',
    keys: 'g m',
    target: { to: '/queue', search: { view: 'mine' } },
    needs: 'claimPackage',
  },
  {
    id: 'confirm',
    label: 'Packages to confirm',
    synonyms: 'second analyst four eyes proposals queue',
    keys: 'g c',
    target: { to: '/queue', search: { view: 'confirm' } },
    needs: 'confirmDecision',
  },
  {
    id: 'create-partner',
    label: 'Create a partner',
    synonyms: 'new add organisation',
    target: { to: '/partners', search: { ask: 'create' } },
    needs: 'createPartner',
  },
  {
    id: 'invite',
    label: 'Invite a colleague',
    synonyms: 'new add user staff person account',
    target: { to: '/staff', search: { ask: 'invite' } },
    needs: 'inviteStaff',
  },
];

/** The actions of the role that open a page. */
export const actionsOf = (role: string): Offer[] => ACTIONS.filter(({ needs }) => isAllowed(OPERATIONS[needs], role));

/** The packages of the businesses found; an erased one has none. */
export const businessOffers = (found: readonly FoundBusiness[]): Offer[] =>
  found
    .filter(({ erased }) => !erased)
    .map(({ customerId, companyName, tradingName, partnerName, partnerCustomerId, registrationNumber }) => ({
      id: `business-${customerId}`,
      label: companyName,
      detail: `${partnerName} · ${partnerCustomerId} · ${registrationNumber}`,
      ...(tradingName === null ? {} : { synonyms: tradingName }),
      target: { to: '/packages/$customerId', params: { customerId } },
    }));

export const partnerOffers = (found: readonly OperatedPartner[]): Offer[] =>
  found.map(({ partnerId, name, clientId }) => ({
    id: `partner-${partnerId}`,
    label: name,
    detail: clientId,
    target: { to: '/partners/$partnerId', params: { partnerId } },
  }));

interface LiveKey {
  keys: string;
  words: string;
  repeat: boolean;
  run: () => void;
}

/**
 * What the keys of the current page do, except moving over its rows. They run as pressed, so the page asks first where the key
 * does.
 */
export const pageActions = (here: readonly LiveKey[]) =>
  here
    .filter(({ keys, repeat }) => !repeat && keys !== 'Enter')
    .map(({ keys, words, run }) => ({ id: `key-${keys.replaceAll(' ', '-')}`, label: words, keys, run }));

/** Whether the page has its own way to take the next package, which may ask before it leaves an undecided one. */
export const takesNextItself = (here: readonly Pick<LiveKey, 'keys'>[]): boolean =>
  here.some(({ keys }) => keys === 'n');
