import { SavedFilterMenu } from '@onboarding/ui/saved-filters';
import { useAction, useCall } from './api/client.ts';

/** The filters that the reader saved for a list. */
export function SavedFilters({ list, size }: { list: 'Queue' | 'Search'; size?: 'xs' }) {
  const saved = useCall('readStaffFilters', { query: { list } });
  const change = useAction('changeStaffFilters', { refreshes: ['readStaffFilters'] });
  return (
    <SavedFilterMenu
      size={size}
      saved={saved}
      replace={(changed) => change.mutateAsync({ body: { list, ...changed } })}
    />
  );
}
