import { Badge, Button, Stack, Text } from '@mantine/core';
import type { BusinessProfileRecord, VerificationStatusRecord } from '@onboarding/contract';
import { columnsOf } from '@onboarding/ui/facts';
import { useAllowed } from '@onboarding/ui/session';
import { PageLink } from '@onboarding/ui/shell';
import { ActionFailure, Empty } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { sizeOf, When } from '@onboarding/ui/values';
import { spelled } from '@onboarding/ui/words';
import { operation, useAction } from '../../api/client.ts';
import { saveFile } from '../../save-file.ts';
import { canSave, documentState, REFUSALS } from './customer-words.ts';

type Row = BusinessProfileRecord['documents'][number];

export function Documents({
  record,
  reasons,
}: {
  record: BusinessProfileRecord;
  /** Of the last decision, which may refuse a document. */
  reasons: VerificationStatusRecord['reasons'];
}) {
  const mayView = useAllowed(operation('readCustomerDocumentFile'));
  const save = useAction('readCustomerDocumentFile', { refreshes: ['readCustomerTrail'], onDone: saveFile });
  if (record.documents.length === 0) {
    return (
      <Empty title="No documents yet">
        Your system requests an upload link and uploads the file. A document appears here once it has been checked.{' '}
        <UsualDocuments record={record} />
      </Empty>
    );
  }
  const people = new Map(record.businessPersonList.map((one) => [one.uboId, `${one.firstName} ${one.lastName}`]));
  const columns = columnsOf<Row>({
    documentCategory: {
      header: 'Document',
      cell: (row) => (
        <>
          <Text size="sm" fw={600}>
            {spelled(row.documentCategory)}
          </Text>
          {row.uboId !== null && (
            <Text size="xs" c="dimmed">
              of {people.get(row.uboId) ?? 'a person'}
            </Text>
          )}
        </>
      ),
    },
    uboId: 'elsewhere',
    status: {
      header: 'Check',
      cell: (row) => {
        const { label, color, why } = documentState(row, reasons);
        const words = row.refusal === null ? why : REFUSALS[row.refusal];
        return (
          <>
            <Badge color={color}>{label}</Badge>
            {words !== undefined && (
              <Text size="xs" mt={4}>
                {words}
              </Text>
            )}
          </>
        );
      },
    },
    refusal: 'elsewhere',
    sizeBytes: {
      header: 'Size',
      cell: (row) => (row.sizeBytes === null ? '–' : sizeOf(row.sizeBytes)),
      numeric: true,
      width: 100,
    },
    uploadedAt: {
      header: 'Uploaded',
      cell: (row) => (row.uploadedAt === null ? '–' : <When at={row.uploadedAt} />),
      width: 190,
    },
    documentId: {
      header: 'File',
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!canSave(row, mayView)}
          loading={save.isPending && save.variables.params.documentId === row.documentId}
          onClick={() => save.mutate({ params: { customerId: record.customerId, documentId: row.documentId } })}
          aria-label={`Save the file: ${spelled(row.documentCategory)}`}
        >
          Save
        </Button>
      ),
      width: 100,
    },
    contentType: 'hidden',
    sha256: 'hidden',
    confirmedAt: 'hidden',
  });
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {mayView
          ? 'The timeline records who saves a file.'
          : 'Your role does not allow you to save files. Ask an admin.'}{' '}
        <UsualDocuments record={record} />
      </Text>
      <ActionFailure error={save.error} />
      <DataTable
        framed
        label="Documents"
        columns={columns}
        rows={record.documents}
        rowKey={(row) => row.documentId}
        minWidth={700}
      />
    </Stack>
  );
}

function UsualDocuments({ record }: { record: BusinessProfileRecord }) {
  return (
    <PageLink
      inherit
      to="/requirements"
      search={{ country: record.incorporationCountryIso3Code, type: record.businessTypeCode }}
    >
      What reviews usually ask for
    </PageLink>
  );
}
