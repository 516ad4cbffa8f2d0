// The command palette of the console: pages, actions, and the businesses or partners that the role may search.
import { Text } from '@mantine/core';
import {
  Finder,
  matching,
  openTab,
  stillMatching,
  useAccountActions,
  useRecent,
  useTyped,
} from '@onboarding/ui/finder';
import { useKeysHere } from '@onboarding/ui/keys';
import type { PaletteProps } from '@onboarding/ui/palette';
import { useAllowed, useSession } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { operation, useCall } from '../api/client.ts';
import { isOperator } from '../menu-roles.ts';
import { useTakeNext } from '../pages/queue/take-next.tsx';
import {
  actionsOf,
  businessOffers,
  type Offer,
  pageActions,
  pageOffers,
  partnerOffers,
  takesNextItself,
} from './commands.ts';

const MOST_FOUND = 8;
const KINDS = { '/packages/': 'Business', '/partners/': 'Partner', '/staff/': 'Colleague' };

export function Palette({ start, onClose }: PaletteProps) {
  const { role, handbookUrl } = useSession().session;
  const navigate = useNavigate();
  const typed = useTyped(start);
  const { text, q, isSearched, isCurrent } = typed;
  const searchesPartners = isOperator(role);
  const options = (enabled: boolean) => ({ enabled: enabled && isSearched, keep: true });
  const query = { query: { q, limit: MOST_FOUND } };
  const businesses = useCall('searchBusinesses', query, options(!searchesPartners));
  const partners = useCall('listPartners', query, options(searchesPartners));
  const search = searchesPartners ? partners : businesses;
  const account = useAccountActions();
  const recent = useRecent(KINDS);
  const here = useKeysHere();
  const next = useTakeNext();
  const takesNext = useAllowed(operation('claimNextPackage')) && !takesNextItself(here);
  useClosedOnLeaving(onClose);

  const opened = recent.map(({ path, title, kind }) => ({
    id: `recent-${path}`,
    label: title,
    detail: kind,
    run: () => void navigate({ to: path }),
  }));
  const opening = (offers: readonly Offer[]) =>
    offers.map((offer) => ({ ...offer, run: () => void navigate(offer.target) }));
  const found = searchesPartners
    ? partnerOffers(partners.data?.items ?? [])
    : businessOffers(businesses.data?.items ?? []);
  const take = {
    id: 'take-next',
    label: 'Take the next package',
    synonyms: 'claim queue',
    run: next.take,
    stays: true as const,
  };
  const guide = {
    id: 'guide',
    label: "Operators' guide",
    synonyms: 'documentation docs handbook help',
    detail: 'Opens in a new tab',
    run: () => openTab(`${handbookUrl}operators`),
  };
  const actions = [
    ...(takesNext ? [take] : []),
    ...opening(actionsOf(role)),
    ...(handbookUrl !== null && isOperator(role) ? [guide] : []),
    ...account,
  ];

  return (
    <Finder
      typed={typed}
      onClose={onClose}
      search={search as typeof businesses}
      searched={searchesPartners ? 'partners' : 'businesses'}
      groups={[
        { title: 'Recent', entries: text.trim() === '' ? opened : [] },
        // First what only opens a page: with an empty field, Enter changes nothing.
        { title: 'Pages', entries: matching(opening(pageOffers(role)), text) },
        { title: 'On this page', entries: matching(pageActions(here), text) },
        { title: 'Actions', entries: matching(actions, text) },
        {
          title: searchesPartners ? 'Partners' : 'Businesses',
          entries: isSearched ? stillMatching(opening(found), text, isCurrent && !search.isPlaceholderData) : [],
        },
      ]}
    >
      <Text size="sm" role="status">
        {next.words}
      </Text>
      <ActionFailure error={next.error} />
    </Finder>
  );
}

/** Taking the next package opens it, and keeps the palette open until then. */
function useClosedOnLeaving(onClose: () => void): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const opened = useRef(path);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (path !== opened.current) close();
  }, [path]);
}
