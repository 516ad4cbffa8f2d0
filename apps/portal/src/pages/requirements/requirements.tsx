// What a country requires of a business and its people: the data of the Partner API, in readable form.
import { Button, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { BusinessType, Country, CountryRequirements, ReferenceData } from '@onboarding/contract';
import { Choice } from '@onboarding/ui/fields';
import { Page } from '@onboarding/ui/shell';
import { Empty, Loaded } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { Snippet } from '@onboarding/ui/values';
import { businessTypeName } from '@onboarding/ui/words';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { chosenTypes, countryOptions, documentWords, isClosed, standingOf } from './chosen.ts';
import { CountryRules } from './country-rules.tsx';
import { exampleBody } from './example-body.ts';

const route = getRouteApi('/frame/requirements');

export function Requirements() {
  const reference = useCall('readReferenceData');
  return (
    <Page
      title="Requirements"
      about="The documents that a business and its people must provide in each country, as the Partner API returns them."
    >
      <Loaded query={reference} height={480}>
        {(data) => (
          <>
            <Choices reference={data} />
            <Chosen reference={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Choices({ reference: { countries, businessTypes } }: { reference: ReferenceData }) {
  const { country, type } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Group align="flex-end" gap="sm">
      <Choice
        label="Country"
        placeholder="Choose a country"
        width={300}
        value={country}
        options={countryOptions(countries)}
        onChange={(chosen) => void navigate({ search: (before) => ({ ...before, country: chosen }) })}
      />
      <Choice
        label="Business type"
        placeholder="All"
        width={260}
        value={type}
        options={businessTypes.map(({ businessTypeCode: code }) => ({ value: code, label: businessTypeName(code) }))}
        onChange={(chosen) => void navigate({ search: (before) => ({ ...before, type: chosen }) })}
      />
    </Group>
  );
}

function Chosen({ reference }: { reference: ReferenceData }) {
  const { country: code, type } = route.useSearch();
  const standing = standingOf(reference.countries, code);
  if (standing.kind === 'none') {
    return (
      <Empty title="No country chosen yet">
        Choose the country in which a business is registered, or in which one of its people lives.
      </Empty>
    );
  }
  if (standing.kind === 'unknown') return <UnknownCountry code={standing.code} />;
  const { kind, country } = standing;
  if (kind === 'closed') return <NotServed name={country.name} />;
  const types = chosenTypes(reference, type);
  if (kind === 'businesses-only') return <BusinessesOnly name={country.name} types={types} />;
  return <Served country={country} types={types} />;
}

function Served({ country, types }: { country: Country; types: ReferenceData['businessTypes'] }) {
  const { countryCode, name } = country;
  const requirements = useCall('readCountryRequirements', { params: { countryCode } });
  if (isClosed(requirements.error)) return <NotServed name={name} />;
  return (
    <Loaded query={requirements} height={640}>
      {(read) => (
        <Stack gap="lg">
          <CountryRules requirements={read} />
          <Example requirements={read} type={types[0]?.businessTypeCode} />
          <BusinessDocuments types={types} />
        </Stack>
      )}
    </Loaded>
  );
}

function NotServed({ name }: { name: string }) {
  return (
    <Empty kind="refused" title={`${name} is not served`}>
      Businesses that are registered or have an address there, and people who live there, are refused with{' '}
      <Code>OnboardingConfig.NotFound</Code>.
    </Empty>
  );
}

/** A country without identity rules. */
function BusinessesOnly({ name, types }: { name: string; types: ReferenceData['businessTypes'] }) {
  return (
    <Stack gap="lg">
      <Empty title={`Only businesses can be onboarded in ${name}`}>
        It issues no identity documents of its own, so a person who lives there is refused with{' '}
        <Code>OnboardingConfig.NotFound</Code>. Businesses that are registered or have an address there are accepted.
      </Empty>
      <BusinessDocuments types={types} />
    </Stack>
  );
}

function UnknownCountry({ code }: { code: string }) {
  const navigate = route.useNavigate();
  return (
    <Empty
      title={`No country has the code ${code}`}
      action={
        <Button
          variant="default"
          onClick={() => void navigate({ search: (before) => ({ ...before, country: undefined }) })}
        >
          Choose another country
        </Button>
      }
    >
      Use a three-letter ISO 3166-1 code, such as NGA or GBR.
    </Empty>
  );
}

function Example({ requirements, type }: { requirements: CountryRequirements; type: string | undefined }) {
  if (type === undefined) return null;
  const body = exampleBody(requirements, type, new Date());
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="example">
      <Stack gap="sm">
        <Title order={2} size="h4" id="example">
          An example to copy
        </Title>
        <Text size="sm">
          The body of <Code>POST /api/partner/v1/business-profiles</Code> for a business in {requirements.name} (
          {businessTypeName(type)}) with one owner who lives there. To try it without saving anything, send it to{' '}
          <Code>POST /api/partner/v1/business-profiles/validate</Code>.
        </Text>
        <Snippet text={JSON.stringify(body, null, 2)} what="the example body" height={480} />
      </Stack>
    </Card>
  );
}

function BusinessDocuments({ types }: { types: readonly BusinessType[] }) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Documents by business type
        </Title>
        <Text size="sm">
          The documents that reviews usually ask for, in every country. Your system uploads the files once the business
          has been created. A review may ask for fewer or more documents; the customer’s page lists them.
        </Text>
        <DataTable
          label="Documents by business type"
          columns={COLUMNS}
          rows={types}
          rowKey={(row) => row.businessTypeCode}
          minWidth={700}
        />
      </Stack>
    </Card>
  );
}

const COLUMNS: readonly Column<BusinessType>[] = [
  {
    header: 'Business type',
    cell: ({ businessTypeCode }) => (
      <Text size="sm" fw={600}>
        {businessTypeName(businessTypeCode)}
      </Text>
    ),
    width: 200,
  },
  {
    header: 'For the business',
    cell: (type) => documentWords(type).business,
  },
  {
    header: 'For each person',
    cell: (type) => documentWords(type).person,
    width: 240,
  },
];
