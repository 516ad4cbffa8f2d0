import { Skeleton, Stack, Title } from '@mantine/core';
import type { BusinessProfileRecord, PackageRecord } from '@onboarding/contract';
import { addressWithCountry, Country } from '@onboarding/ui/countries';
import { addressFacts, BUSINESS, type FactTable, FINANCIALS, factsOf } from '@onboarding/ui/facts';
import { Facts, When } from '@onboarding/ui/values';
import { spelled } from '@onboarding/ui/words';
import { lazy, Suspense } from 'react';
import { isDecidedBefore } from './change-words.ts';
import { DocumentList } from './document-list.tsx';

// Loaded on demand: only businesses with an earlier decision have changes.
const Changes = lazy(async () => ({ default: (await import('./changes.tsx')).Changes }));

export function BusinessFacts({ found }: { found: PackageRecord }) {
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
      <section aria-labelledby="business-documents">
        <Title order={2} size="h6" mb={6} id="business-documents">
          Documents of the business
        </Title>
        <DocumentList found={found} of={null} />
      </section>
    </Stack>
  );
}

const FACTS = {
  ...BUSINESS,
  companyName: ['Registered name'],
  registrationNumber: ['Registration'],
  incorporationCountryIso3Code: ['Country', (code) => <Country code={code} />],
  addresses: addressFacts(addressWithCountry),
  financials: (financials) => factsOf(financials, { ...FINANCIALS, purposeOfAccount: ['Purpose', spelled] }),
  customerId: 'hidden',
  canUpdate: 'hidden',
  createdAt: 'hidden',
  updatedAt: 'hidden',
  version: 'hidden',
} satisfies FactTable<BusinessProfileRecord>;
