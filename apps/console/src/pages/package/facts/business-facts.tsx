import { Skeleton, Stack, Title } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { Country, countryName } from '@onboarding/ui/countries';
import { Facts, When } from '@onboarding/ui/values';
import { addressLine, businessTypeName, spelled } from '@onboarding/ui/words';
import { lazy, type ReactNode, Suspense } from 'react';
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
      <Facts items={businessFacts(found)} />
      <section aria-labelledby="business-documents">
        <Title order={2} size="h6" mb={6} id="business-documents">
          Documents of the business
        </Title>
        <DocumentList found={found} of={null} />
      </section>
    </Stack>
  );
}

function businessFacts({ business, verification }: PackageRecord): [string, ReactNode][] {
  const { financials } = business;
  return [
    ['Registered name', business.companyName],
    ['Trading name', business.tradingName],
    ['Registration', business.registrationNumber],
    ['Registered on', business.registrationDate],
    ['Country', <Country key="country" code={business.incorporationCountryIso3Code} />],
    ['Type', businessTypeName(business.businessTypeCode)],
    ['Industry', spelled(business.industry)],
    ['Description', business.description],
    ['Website', business.website],
    ['E-mail', business.email],
    ['Phone', business.phoneNumber],
    ...business.addresses.map((address, index): [string, ReactNode] => [
      business.addresses.length > 1 ? `Address ${index + 1}` : 'Address',
      addressLine({ ...address, countryCode: countryName(address.countryCode) }),
    ]),
    ['Monthly turnover', financials && spelled(financials.monthlyTurnOver)],
    ['Transaction value', financials && spelled(financials.estimatedTransactionValue)],
    ['Source of funds', financials && spelled(financials.sourceOfFunds)],
    ['Purpose', financials && spelled(financials.purposeOfAccount)],
    ['Submitted', <When key="submitted" at={verification.submittedAt} />],
  ];
}
