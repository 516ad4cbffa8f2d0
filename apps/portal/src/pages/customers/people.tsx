import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { BusinessPersonRecord } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { Empty } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { Facts, StatusBadge } from '@onboarding/ui/values';
import { addressLine, identityName } from '@onboarding/ui/words';

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
            <Badge key={type} color="gray">
              {identityName(type)}
            </Badge>
          ))}
          {person.percentageShare !== null && <Text size="sm">{person.percentageShare}% of the shares</Text>}
        </Group>
        <Facts
          items={[
            ['Born', person.birthDate],
            ['Nationality', person.nationality],
            ['Tax residence', person.taxResidenceCountry],
            ['E-mail', person.email],
            ['Phone', person.phone],
            ['Address', addressLine(person.address)],
            ['Person id (uboId)', <code key="id">{person.uboId}</code>],
          ]}
        />
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
            aria-label={`What is accepted in ${person.address.countryCode}, where ${name} lives`}
          >
            What is accepted in {person.address.countryCode}
          </PageLink>
        </Text>
      </Stack>
    </Card>
  );
}

const IDENTITIES: readonly Column<BusinessPersonRecord['identities'][number]>[] = [
  { header: 'Identity document', cell: (one) => identityName(one.identityTypeCode) },
  { header: 'Issued by', cell: (one) => one.issuingCountry },
  { header: 'Number', cell: (one) => <code>{one.identityValueMasked}</code> },
  { header: 'Expires', cell: (one) => one.expiryDate ?? '–' },
];
