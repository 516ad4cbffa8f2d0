// The data of the business and its people, and their history.
import { Skeleton, Tabs } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { useKey } from '@onboarding/ui/keys';
import { lazy, Suspense } from 'react';
import classes from '../package.module.css';
import { useSelection } from '../selection.ts';
import { BusinessFacts } from './business-facts.tsx';
import { People } from './people.tsx';
import { usePersonKey } from './person-focus.ts';

// Loaded on demand, because not every review needs it.
const History = lazy(async () => ({ default: (await import('./history.tsx')).History }));

export function FactsPane({ found }: { found: PackageRecord }) {
  const { tab = 'business', choose } = useSelection();
  const open = (chosen: string | null) =>
    choose({ tab: chosen === 'people' || chosen === 'history' ? chosen : undefined });
  usePersonKey(found);
  useKey('1', () => open('business'), 'Show the business');
  useKey('2', () => open('people'), 'Show the people');
  useKey('3', () => open('history'), 'Show the history and the notes');
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="business">Business</Tabs.Tab>
        <Tabs.Tab value="people">People {found.business.businessPersonList.length}</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="business" pt="xs">
        <BusinessFacts found={found} />
      </Tabs.Panel>
      <Tabs.Panel value="people" pt="sm">
        <People found={found} />
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="sm">
        <Suspense fallback={<Skeleton h={320} />}>
          <History found={found} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
