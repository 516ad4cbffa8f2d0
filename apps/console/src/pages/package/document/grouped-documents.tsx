// Many documents: in groups that open, with their states, and a filter. The keys go through them in this order.
import { Badge, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { useSession } from '@onboarding/ui/session';
import { PageLink } from '@onboarding/ui/shell';
import { StatusBadge, When } from '@onboarding/ui/values';
import { DOCUMENT_STATES, spelled } from '@onboarding/ui/words';
import { useState } from 'react';
import { documentName } from '../decision/words.ts';
import { besideDocument, useSelection } from '../selection.ts';
import classes from './document.module.css';
import { CannotOpen, type DocumentListProps, OpeningIsRecorded, REFUSALS, Unanswered } from './document-list.tsx';
import { isReadable } from './documents.ts';
import { countsOf, type DocumentGroup, groupsOf, groupWords, matches, stateName, stateOf } from './groups.ts';
import { SHOWN_STATES } from './shown-states.ts';
import type { DocumentView } from './use-document-view.ts';

export function GroupedDocuments({ found, missing, view }: DocumentListProps & { view: DocumentView }) {
  const { accountId } = useSession().session;
  const groups = groupsOf(found, view.by)
    .map((group) => ({ ...group, rows: group.rows.filter((row) => matches(found, row, view, accountId)) }))
    .filter(({ rows }) => rows.length > 0);
  const isFiltered = view.state !== undefined || view.text.trim() !== '';
  return (
    <Stack gap="sm" className={classes.list}>
      <CannotOpen requested={missing} />
      <Filters found={found} view={view} />
      {groups.length === 0 && <Text size="sm">No document matches the filter.</Text>}
      <div>
        {groups.map((group) => (
          // A changed filter opens or closes all groups.
          <OneGroup
            key={`${group.key} ${isFiltered}`}
            found={found}
            group={group}
            by={view.by}
            openFirst={isFiltered}
          />
        ))}
      </div>
      <Unanswered found={found} />
      <OpeningIsRecorded />
    </Stack>
  );
}

function Filters({ found, view }: { found: PackageRecord; view: DocumentView }) {
  const { accountId } = useSession().session;
  const { choose } = useSelection();
  const counts = countsOf(found, found.documents, accountId);
  const states = counts.map(([state, count]) => ({ value: state, label: `${capital(stateName(state))} (${count})` }));
  // The last document of the chosen state may just have left it.
  const chosen = view.state !== undefined && !counts.some(([state]) => state === view.state) ? [view.state] : [];
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        size="xs"
        label="Show"
        value={view.state ?? ''}
        data={[
          { value: '', label: `All documents (${found.documents.length})` },
          ...states,
          ...chosen.map((state) => ({ value: state, label: `${capital(stateName(state))} (0)` })),
        ]}
        onChange={({ currentTarget }) => choose({ show: SHOWN_STATES.find((state) => state === currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        label="Group by"
        value={view.by}
        data={[
          { value: 'person', label: 'Person' },
          { value: 'category', label: 'Category' },
        ]}
        onChange={({ currentTarget }) => choose({ by: currentTarget.value === 'category' ? 'category' : undefined })}
      />
      <TextInput
        size="xs"
        flex="1 1 9rem"
        type="search"
        label="Filter by name"
        value={view.text}
        onChange={({ currentTarget }) => view.type(currentTarget.value)}
      />
    </Group>
  );
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

interface OneGroupProps {
  found: PackageRecord;
  group: DocumentGroup;
  by: DocumentView['by'];
  openFirst: boolean;
}

/** The documents are rendered only while the group is open. */
function OneGroup({ found, group: { title, rows }, by, openFirst }: OneGroupProps) {
  const { accountId } = useSession().session;
  const [open, setOpen] = useState(openFirst);
  return (
    <details className={classes.group} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={classes.groupTitle}>{title}</span>
        <Text span size="xs" c="dimmed">
          {groupWords(countsOf(found, rows, accountId))}
        </Text>
      </summary>
      {open && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <DocumentLine key={row.documentId} found={found} row={row} by={by} />
          ))}
        </ul>
      )}
    </details>
  );
}

type Row = DocumentGroup['rows'][number];

function DocumentLine({ found, row, by }: { found: PackageRecord; row: Row; by: DocumentView['by'] }) {
  const { accountId } = useSession().session;
  const state = stateOf(found, row, accountId);
  const name = by === 'person' ? spelled(row.documentCategory) : documentName(found, row);
  return (
    <li className={classes.row}>
      <div>
        {isReadable(row) ? (
          <PageLink
            from="/packages/$customerId"
            search={(now) => ({ ...now, ...besideDocument(found, row) })}
            size="sm"
          >
            {name}
          </PageLink>
        ) : (
          <Text span size="sm">
            {name}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {row.uploadedAt === null ? 'Not uploaded' : <When at={row.uploadedAt} day />}
          {row.requestedBy.length > 0 && ' · Answers our request'}
          {row.refusal !== null && ` · ${REFUSALS[row.refusal]}`}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        {row.verdict !== null && <StatusBadge status={row.verdict.verdict} />}
        {isReadable(row) ? (
          <Badge
            color={state === 'unopened' ? 'warning' : 'neutral'}
            variant={state === 'unopened' ? 'light' : 'outline'}
          >
            {capital(stateName(state))}
          </Badge>
        ) : (
          <Badge color={DOCUMENT_STATES[row.status].color}>{DOCUMENT_STATES[row.status].label}</Badge>
        )}
      </Group>
    </li>
  );
}
