import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { StatusBadge, When } from '@onboarding/ui/values';
import { DOCUMENT_STATES, spelled } from '@onboarding/ui/words';
import { documentsOf, isReadable, isReplaced } from '../document/documents.ts';
import { useSelection } from '../selection.ts';
import classes from './facts.module.css';

type Row = PackageRecord['documents'][number];

/** The documents about one person, or about the business. */
export function DocumentList({ found, of }: { found: PackageRecord; of: string | null }) {
  const { rows, missing } = documentsOf(found, of);
  if (rows.length === 0 && missing.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        None
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      {rows.map((row) => (
        <DocumentRow key={row.documentId} row={row} replaced={isReplaced(found, row.documentId)} />
      ))}
      {missing.map(({ reasonId, category }) => (
        <Text key={`${reasonId} ${category}`} size="sm" className={classes.missing}>
          {spelled(category)}: requested, not received
        </Text>
      ))}
    </Stack>
  );
}

function DocumentRow({ row, replaced }: { row: Row; replaced: boolean }) {
  const { document, choose } = useSelection();
  const { documentId, documentCategory, status, verdict, requestedBy, uploadedAt } = row;
  const readable = isReadable(row);
  return (
    <UnstyledButton
      className={classes.row}
      disabled={!readable}
      aria-current={document === documentId}
      onClick={() => choose({ document: documentId })}
    >
      <Group justify="space-between" gap={6} wrap="nowrap">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {spelled(documentCategory)}
        </Text>
        <Group gap={4} justify="flex-end">
          {!readable && <Badge color={DOCUMENT_STATES[status].color}>{DOCUMENT_STATES[status].label}</Badge>}
          {replaced && <Badge color="neutral">Replaced</Badge>}
          {verdict !== null && <StatusBadge status={verdict.verdict} />}
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        {requestedBy.length > 0 && 'Answers our request · '}
        {uploadedAt === null ? 'Not uploaded' : <When at={uploadedAt} />}
        {row.refusal !== null && ` · ${spelled(row.refusal)}`}
      </Text>
    </UnstyledButton>
  );
}
