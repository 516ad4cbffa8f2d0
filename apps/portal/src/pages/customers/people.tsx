import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { BusinessPersonRecord } from '@onboarding/contract';
import { addressWithCountry, countryName } from '@onboarding/ui/countries';
import { columnsOf, type FactTable, factsOf } from '@onboarding/ui/facts';
import { PageLink } from '@onboarding/ui/shell';
import { Empty } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { Facts, StatusBadge } from '@onboarding/ui/values';
import { identityName } from '@onboarding/ui/words';
import { metadataFacts } from './metadata.tsx';

export function People({ people }: { people: readonly BusinessPersonRecord[] }) {
  if (people.length === 0) {
    return (
      <Empty title="No people yet">
        Your system adds owners and directors with a PUT or PATCH request for this customer.
      </Empty>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      {people.map((person) => (
        <Person key={person.uboId} person={person} />
      ))}
    </SimpleGrid>
  );
}

function Person({ person }: { person: BusinessPersonRecord }) {
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <Card withBorder component="section" aria-labelledby={person.uboId}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5" id={person.uboId} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <StatusBadge status={person.verificationStatus} />
        </Group>
        <Group gap="xs">
          {person.ownershipType.map((type) => (
            <Badge key={type} color="neutral">
              {identityName(type)}
            </Badge>
          ))}
          {person.percentageShare !== null && <Text size="sm">{person.percentageShare}% of the shares</Text>}
        </Group>
        <Facts items={factsOf(person, FACTS)} />
        <DataTable
          label={`Identity documents of ${name}`}
          columns={IDENTITIES}
          rows={person.identities}
          rowKey={(one) => one.identityId}
          minWidth={420}
        />
        <Text size="sm">
          <PageLink
            inherit
            to="/requirements"
            search={{ country: person.address.countryCode }}
            aria-label={`What is accepted in ${countryName(person.address.countryCode)}, where ${name} lives`}
          >
            What is accepted in {countryName(person.address.countryCode)}
          </PageLink>
        </Text>
      </Stack>
    </Card>
  );
}

const FACTS = {
  birthDate: ['Born'],
  nationality: ['Nationality', countryName],
  taxResidenceCountry: ['Tax residence', countryName],
  email: ['E-mail'],
  phone: ['Phone'],
  address: ['Address', addressWithCountry],
  uboId: ['Person id (uboId)', (uboId) => <code>{uboId}</code>],
  metadata: metadataFacts,
  firstName: 'elsewhere',
  lastName: 'elsewhere',
  ownershipType: 'elsewhere',
  percentageShare: 'elsewhere',
  identities: 'elsewhere',
  verificationStatus: 'elsewhere',
} satisfies FactTable<BusinessPersonRecord>;

const IDENTITIES = columnsOf<BusinessPersonRecord['identities'][number]>({
  identityTypeCode: { header: 'Identity document', cell: (one) => identityName(one.identityTypeCode) },
  issuingCountry: { header: 'Issued by', cell: (one) => countryName(one.issuingCountry) },
  identityValueMasked: { header: 'Number', cell: (one) => <code>{one.identityValueMasked}</code> },
  expiryDate: { header: 'Expires', cell: (one) => one.expiryDate ?? '–' },
  identityId: 'hidden',
  issueDate: 'hidden',
  documentUploadId: 'hidden',
});
