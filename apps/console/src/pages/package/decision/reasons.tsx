// The reasons of a decision, from the catalogue: each about the business, a person or a document, with an optional text.
import { CloseButton, Group, Paper, Select, Stack, Text, Textarea } from '@mantine/core';
import type { CatalogueReason, DecisionOutcome, PackageRecord } from '@onboarding/contract';
import { useState } from 'react';
import { useSelection } from '../selection.ts';
import type { DraftReason, DraftTools } from './draft.ts';
import { documentFor, groupsOf, isFull, offeredReasons, personFor } from './reason-rules.ts';
import { documentName, personName } from './words.ts';

const MESSAGE_MAX = 500;

export function Reasons({
  found,
  outcome,
  catalogue,
  fitting,
  tools,
}: {
  found: PackageRecord;
  outcome: DecisionOutcome;
  catalogue: readonly CatalogueReason[];
  fitting: readonly DraftReason[];
  tools: DraftTools;
}) {
  const { person, document } = useSelection();
  // A newly added reason gets the focus; one from an earlier draft does not.
  const [before] = useState(() => new Set(fitting.map(({ key }) => key)));
  const offered = offeredReasons(found, outcome, catalogue);
  const selected = { uboId: personFor(found, person), documentId: documentFor(found, document) };
  const add = (code: string | null) => {
    const reason = offered.find((one) => one.code === code);
    if (reason !== undefined) tools.add(reason, selected);
  };
  return (
    <Stack gap="xs">
      {fitting.map((reason) => (
        <ReasonRow
          key={reason.key}
          found={found}
          reason={reason}
          isNew={!before.has(reason.key)}
          catalogue={catalogue}
          tools={tools}
        />
      ))}
      <Select
        // Resets the field after each choice, which becomes a row above.
        key={fitting.length}
        label={fitting.length === 0 ? 'Reason' : 'Another reason'}
        placeholder="Type to search"
        searchable
        selectFirstOptionOnChange
        value={null}
        onChange={add}
        data={groupsOf(offered)}
        nothingFoundMessage="No reason matches"
        maxDropdownHeight={320}
        comboboxProps={{ width: 'target' }}
        disabled={isFull(fitting.length)}
      />
    </Stack>
  );
}

function ReasonRow({
  found,
  reason,
  isNew,
  catalogue,
  tools,
}: {
  found: PackageRecord;
  reason: DraftReason;
  isNew: boolean;
  catalogue: readonly CatalogueReason[];
  tools: DraftTools;
}) {
  const known = catalogue.find((one) => one.code === reason.code);
  if (known === undefined) return null;
  const { target, message } = known;
  return (
    <Paper withBorder p="xs" component="fieldset" m={0}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs" mb={4}>
        <Text component="legend" size="sm" fw={600} p={0}>
          {message}
        </Text>
        <CloseButton size="sm" aria-label={`Remove: ${message}`} onClick={() => tools.remove(reason.key)} />
      </Group>
      {target === 'Person' && (
        <Select
          label="Person"
          size="xs"
          mb={4}
          value={reason.uboId}
          onChange={(uboId) => tools.change(reason.key, { uboId })}
          allowDeselect={false}
          data={found.people.map(({ uboId }) => ({ value: uboId, label: personName(found, uboId) ?? uboId }))}
        />
      )}
      {target === 'Document' && (
        <Select
          label="Document"
          size="xs"
          mb={4}
          value={reason.documentId}
          onChange={(documentId) => tools.change(reason.key, { documentId })}
          allowDeselect={false}
          data={found.documents.map((one) => ({ value: one.documentId, label: documentName(found, one) }))}
        />
      )}
      <Textarea
        label="Your message to the partner"
        size="xs"
        autoFocus={isNew}
        placeholder="The sentence above"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={MESSAGE_MAX}
        value={reason.message}
        onChange={(event) => tools.change(reason.key, { message: event.currentTarget.value })}
      />
    </Paper>
  );
}
