import { Alert, Badge, Stack, Text } from '@mantine/core';
import type { DocumentRefusal, PackageRecord } from '@onboarding/contract';
import { useSession } from '@onboarding/ui/session';
import { PageLink } from '@onboarding/ui/shell';
import { Empty } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { sizeOf, When } from '@onboarding/ui/values';
import { DOCUMENT_STATES, spelled } from '@onboarding/ui/words';
import { documentName } from '../decision/words.ts';
import { besideDocument } from '../selection.ts';
import classes from './document.module.css';
import { personOf, VerdictBadge } from './document-facts.tsx';
import { isReadable, isReplaced, openersOf, unanswered } from './documents.ts';

type Row = PackageRecord['documents'][number];

export const REFUSALS: Record<DocumentRefusal, string> = {
  Empty: 'The file is empty.',
  TooLarge: 'The file is larger than 10 MiB, or an image of more than 60 megapixels.',
  ContentMismatch: 'The content does not match the file type, or the file is incomplete.',
  Infected: 'The virus scanner found malware; nobody can open the file.',
  Unscannable: 'The virus scanner could not finish the file; nobody can open it.',
};

export interface DocumentListProps {
  found: PackageRecord;
  /** The document in the URL, if it cannot be opened. */
  missing: string | undefined;
}

/** Never opens a document automatically, because the trail records who has opened which. */
export function DocumentList({ found, missing }: DocumentListProps) {
  const { accountId } = useSession().session;
  if (found.documents.length === 0) {
    return (
      <Stack gap="sm">
        <Empty title="No documents">The partner has not uploaded any documents for this business.</Empty>
        <Unanswered found={found} />
      </Stack>
    );
  }
  const { customerId } = found.business;
  const columns: readonly Column<Row>[] = [
    {
      header: 'Document',
      cell: (row) => (
        <>
          {isReadable(row) ? (
            <PageLink
              to="/packages/$customerId"
              params={{ customerId }}
              search={(before) => ({ ...before, ...besideDocument(found, row) })}
              size="sm"
              fw={600}
            >
              {spelled(row.documentCategory)}
            </PageLink>
          ) : (
            <Text size="sm" fw={600}>
              {spelled(row.documentCategory)}
            </Text>
          )}
          {row.uboId !== null && (
            <Text size="xs" c="dimmed">
              of {personOf(found, row)}
            </Text>
          )}
          {row.openedBy.length > 0 && (
            <Text size="xs" c="dimmed">
              Opened by {openersOf(row, accountId)}
            </Text>
          )}
          {row.requestedBy.length > 0 && <Text size="xs">Answers our request</Text>}
          {isReplaced(found, row.documentId) && (
            <Text size="xs" c="dimmed">
              Replaced by a newer one
            </Text>
          )}
        </>
      ),
    },
    {
      header: 'Uploaded',
      cell: (row) => (
        <>
          {row.uploadedAt === null ? '–' : <When at={row.uploadedAt} day />}
          {row.sizeBytes !== null && (
            <Text size="xs" c="dimmed">
              {sizeOf(row.sizeBytes)}
            </Text>
          )}
        </>
      ),
      width: 130,
    },
    {
      header: 'Verdict',
      cell: (row) =>
        isReadable(row) ? (
          <VerdictBadge verdict={row.verdict} />
        ) : (
          <>
            <Badge color={DOCUMENT_STATES[row.status].color}>{DOCUMENT_STATES[row.status].label}</Badge>
            {row.refusal !== null && <Text size="xs">{REFUSALS[row.refusal]}</Text>}
          </>
        ),
      width: 170,
    },
  ];
  return (
    <Stack gap="sm" className={classes.list}>
      <CannotOpen requested={missing} />
      <DataTable
        label="Documents"
        columns={columns}
        rows={found.documents}
        rowKey={({ documentId }) => documentId}
        minWidth={480}
      />
      <Unanswered found={found} />
      <OpeningIsRecorded />
    </Stack>
  );
}

/** `requested`: the document in the URL. */
export function CannotOpen({ requested }: { requested: string | undefined }) {
  if (requested === undefined) return null;
  return (
    <Alert color="warning" title="This document cannot be opened">
      It belongs to another business, or its file did not pass the check. Choose one of these.
    </Alert>
  );
}

/** What we requested and have not received. */
export function Unanswered({ found }: { found: PackageRecord }) {
  return unanswered(found).map((request) => (
    <Text key={`${request.reasonId} ${request.category}`} size="sm" className={classes.missing}>
      {documentName(found, { documentCategory: request.category, uboId: request.uboId })}: requested, not received
    </Text>
  ));
}

export function OpeningIsRecorded() {
  return (
    <Text size="xs" c="dimmed">
      Opening a document is recorded in the audit trail of the business, with your name.
    </Text>
  );
}
