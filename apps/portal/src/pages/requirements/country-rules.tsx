import { Alert, Badge, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { CountryRequirements, IdentityRequirement } from '@onboarding/contract';
import { type Column, DataTable } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { datesOf, sendWords } from './chosen.ts';
import { numberInWords } from './number-words.ts';

export function CountryRules({ requirements }: { requirements: CountryRequirements }) {
  const { name, version, activeSince, identities } = requirements;
  const general = requirements.identityRules === 'General';
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="people">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id="people">
            Each person who lives in {name}
          </Title>
          <Badge color={'neutral'}>{general ? 'General rule' : 'Country-specific rules'}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          Rule set for {name}, version {version}, in force since <When at={activeSince} day />. A business keeps the
          version under which it was created.
        </Text>
        {general && (
          <Alert color="warning" title="The general rule for passports applies">
            We have no specific rules for {name}, so we accept a passport from anyone who lives there.
          </Alert>
        )}
        <Text size="sm">{sendWords(identities)} Letters may be upper or lower case.</Text>
        <DataTable
          label={`Identity documents for people who live in ${name}`}
          columns={COLUMNS}
          rows={identities}
          rowKey={(row) => row.identityTypeCode}
          minWidth={680}
        />
      </Stack>
    </Card>
  );
}

const COLUMNS: readonly Column<IdentityRequirement>[] = [
  {
    header: 'Identity document',
    cell: (row) => (
      <>
        <Text size="sm" fw={600}>
          {row.identityType}
        </Text>
        <Code>{row.identityTypeCode}</Code>
      </>
    ),
    width: 150,
  },
  {
    header: 'Number',
    cell: ({ label, validationRules }) => (
      <>
        <Text size="sm">{label}</Text>
        <Text size="sm" c="dimmed">
          {numberInWords(validationRules)}
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{validationRules.regex}</Code>
      </>
    ),
  },
  { header: 'Example', cell: (row) => <Code style={{ overflowWrap: 'anywhere' }}>{row.placeholder}</Code>, width: 170 },
  { header: 'Dates', cell: datesOf, width: 130 },
];
