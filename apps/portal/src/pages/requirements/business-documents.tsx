import { Card, Stack, Text, Title } from '@mantine/core';
import type { BusinessType } from '@onboarding/contract';
import { type Column, DataTable } from '@onboarding/ui/table';
import { businessTypeName } from '@onboarding/ui/words';
import { documentWords } from './chosen.ts';

export function BusinessDocuments({ types }: { types: readonly BusinessType[] }) {
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="documents">
      <Stack gap="sm">
        <Title order={2} size="h4" id="documents">
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
