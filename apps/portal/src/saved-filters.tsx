import { SavedFilterMenu } from '@onboarding/ui/saved-filters';
import { useAction, useCall } from './api/client.ts';

/** The filters that the reader saved for a list. */
export function SavedFilters({ list }: { list: 'Customers' | 'Deliveries' | 'ApiRequests' | 'Activity' }) {
  const saved = useCall('readPartnerFilters', { query: { list } });
  const change = useAction('changePartnerFilters', { refreshes: ['readPartnerFilters'] });
  return <SavedFilterMenu saved={saved} replace={(changed) => change.mutateAsync({ body: { list, ...changed } })} />;
}
