import { Card, Stack, Text, Title } from '@mantine/core';
import type { BusinessType, DocumentCategory, PERSON_DOCUMENT_CATEGORIES } from '@onboarding/contract';
import { type Column, DataTable } from '@onboarding/ui/table';
import { businessTypeName, spelled } from '@onboarding/ui/words';

export function BusinessDocuments({ types }: { types: readonly BusinessType[] }) {
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="documents">
      <Stack gap="sm">
        <Title order={2} size="h4" id="documents">
          Documents by business type
        </Title>
        <Text size="sm">
          What a review usually asks for, the same in every country. Your system uploads the files once the business is
          created. A review may ask for fewer documents or more: the page of the customer says which.
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

const OF_PEOPLE: Record<(typeof PERSON_DOCUMENT_CATEGORIES)[number], true> = {
  IdentityFront: true,
  IdentityBack: true,
  ProofOfPersonAddress: true,
  Selfie: true,
};

const namesOf = (categories: readonly DocumentCategory[]) => categories.map((name) => spelled(name)).join(', ') || '–';

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
    header: 'Of the business',
    cell: ({ documentCategories }) => namesOf(documentCategories.filter((name) => !(name in OF_PEOPLE))),
  },
  {
    header: 'Of each person',
    cell: ({ documentCategories }) => namesOf(documentCategories.filter((name) => name in OF_PEOPLE)),
    width: 240,
  },
];
