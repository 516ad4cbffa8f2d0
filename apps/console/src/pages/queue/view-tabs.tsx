import { Group } from '@mantine/core';
import type { QueueCounts } from '@onboarding/contract';
import { KeyTip, useKey } from '@onboarding/ui/keys';
import { ButtonLink } from '@onboarding/ui/shell';
import { useNavigate } from '@tanstack/react-router';
import type { QueueSearch, View } from './search.ts';
import { figureOf, searchFor } from './views.ts';

const TABS: readonly { view: View; label: string; key: string }[] = [
  { view: 'waiting', label: 'Waiting', key: '1' },
  { view: 'mine', label: 'Yours', key: '2' },
  { view: 'confirm', label: 'To confirm', key: '3' },
  { view: 'claimed', label: 'Claimed by others', key: '4' },
];

/** The views of the queue, each with its number of packages without filters. */
export function ViewTabs({ counts, search }: { counts: QueueCounts | undefined; search: QueueSearch }) {
  return (
    <Group component="nav" gap="xs" aria-label="Queue views">
      {TABS.map((tab) => (
        <ViewTab key={tab.view} tab={tab} packages={counts?.[tab.view]} search={search} />
      ))}
    </Group>
  );
}

function ViewTab({
  tab: { view, label, key },
  packages,
  search,
}: {
  tab: (typeof TABS)[number];
  packages: number | undefined;
  search: QueueSearch;
}) {
  const navigate = useNavigate();
  const shown = search.view ?? 'waiting';
  const to = searchFor(view, search);
  useKey(key, () => void navigate({ to: '/queue', search: to }), label);
  return (
    <KeyTip keys={key} label={label}>
      <ButtonLink
        to="/queue"
        search={to}
        size="compact-md"
        variant={view === shown ? 'filled' : 'default'}
        aria-current={view === shown ? 'page' : undefined}
      >
        {label} {packages === undefined ? '…' : figureOf(packages)}
      </ButtonLink>
    </KeyTip>
  );
}
