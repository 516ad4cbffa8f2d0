// The command palette of the portal: pages, actions, customers and deliveries.
import {
  Finder,
  matching,
  openTab,
  stillMatching,
  useAccountActions,
  useRecent,
  useTyped,
} from '@onboarding/ui/finder';
import type { PaletteProps } from '@onboarding/ui/palette';
import { useSession } from '@onboarding/ui/session';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '../api/client.ts';
import { actionsOf, customerOffers, deliveryOffers, type Offer, PAGE_OFFERS } from './commands.ts';

const MOST_FOUND = 5;
const KINDS = { '/customers/': 'Customer', '/webhooks/deliveries/': 'Delivery', '/team/': 'Person' };

export function Palette({ start, onClose }: PaletteProps) {
  const { role } = useSession().session;
  const navigate = useNavigate();
  const typed = useTyped(start);
  const { text, q, isSearched, isCurrent } = typed;
  const customers = useCall('listCustomers', { query: { q, limit: MOST_FOUND } }, { enabled: isSearched, keep: true });
  const account = useAccountActions();
  const recent = useRecent(KINDS);

  const opened = recent.map(({ path, title, kind }) => ({
    id: `recent-${path}`,
    label: title,
    detail: kind,
    run: () => void navigate({ to: path }),
  }));
  const opening = (offers: readonly Offer[]) =>
    offers.map((offer) => ({ ...offer, run: () => void navigate(offer.target) }));
  const found = isSearched ? (customers.data?.items ?? []) : [];
  const results = (offers: readonly Offer[]) =>
    stillMatching(opening(offers), text, isCurrent && !customers.isPlaceholderData);
  const documentation = {
    id: 'documentation',
    label: 'Documentation',
    synonyms: 'docs guide help reference api',
    detail: 'Opens in a new tab',
    run: () => openTab('/docs'),
  };

  return (
    <Finder
      typed={typed}
      onClose={onClose}
      search={customers}
      searched="customers and deliveries"
      groups={[
        { title: 'Recent', entries: text.trim() === '' ? opened : [] },
        { title: 'Pages', entries: matching(opening(PAGE_OFFERS), text) },
        { title: 'Actions', entries: matching([...opening(actionsOf(role)), documentation, ...account], text) },
        { title: 'Customers', entries: results(customerOffers(found)) },
        { title: 'Deliveries', entries: results(deliveryOffers(found, text)) },
      ]}
    />
  );
}
