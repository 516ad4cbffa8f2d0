// The data of the business and its people, and their history.
import { Skeleton, Stack, Tabs, Title } from '@mantine/core';
import type { PackageRecord, ReviewedBusiness } from '@onboarding/contract';
import { BUSINESS, type FactTable, FINANCIALS, factsOf } from '@onboarding/ui/facts';
import { useKey } from '@onboarding/ui/keys';
import { Facts, When } from '@onboarding/ui/values';
import { spelled } from '@onboarding/ui/words';
import { lazy, Suspense } from 'react';
import classes from '../package.module.css';
import { useSelection } from '../selection.ts';
import { isDecidedBefore } from './change-words.ts';
import { DocumentList } from './document-list.tsx';
import { usePeopleInOrder } from './people-order.ts';
import { usePersonKey } from './person-focus.ts';

// Loaded on demand, because not every review needs them.
const People = lazy(async () => ({ default: (await import('./people.tsx')).People }));
const History = lazy(async () => ({ default: (await import('./history.tsx')).History }));

export function FactsPane({ found }: { found: PackageRecord }) {
  const { tab = 'business', choose } = useSelection();
  const open = (chosen: string | null) =>
    choose({ tab: chosen === 'people' || chosen === 'history' ? chosen : undefined });
  const people = usePeopleInOrder(found);
  usePersonKey(people);
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
        <Suspense fallback={<Skeleton h={320} />}>
          <People found={found} people={people} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="sm">
        <Suspense fallback={<Skeleton h={320} />}>
          <History found={found} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

// Loaded on demand: only businesses with an earlier decision have changes.
const Changes = lazy(async () => ({ default: (await import('./changes.tsx')).Changes }));

function BusinessFacts({ found }: { found: PackageRecord }) {
  const { document } = useSelection();
  return (
    <Stack gap="md">
      {isDecidedBefore(found) && (
        <Suspense fallback={<Skeleton h={100} />}>
          <Changes found={found} />
        </Suspense>
      )}
      <Facts
        items={[
          ...factsOf(found.business, FACTS),
          ['Submitted', <When key="submitted" at={found.verification.submittedAt} />],
        ]}
      />
      {/* Without an open document, all of them are listed in the next column. */}
      {document !== undefined && (
        <section aria-labelledby="business-documents">
          <Title order={2} size="h6" mb={6} id="business-documents">
            Documents of the business
          </Title>
          <DocumentList found={found} of={null} />
        </section>
      )}
    </Stack>
  );
}

const FACTS = {
  ...BUSINESS,
  companyName: ['Registered name'],
  registrationNumber: ['Registration'],
  financials: (financials) => factsOf(financials, { ...FINANCIALS, purposeOfAccount: ['Purpose', spelled] }),
  customerId: 'hidden',
  canUpdate: 'hidden',
  createdAt: 'hidden',
  updatedAt: 'hidden',
  version: 'hidden',
} satisfies FactTable<ReviewedBusiness>;
