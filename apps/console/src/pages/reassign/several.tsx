// Reassigns several claimed packages at once, for supervisors: those of an absent analyst, or any others.
import { Alert, Button, Checkbox, Group, List, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { QueueItem } from '@onboarding/contract';
import { Dialog } from '@onboarding/ui/dialog';
import { Permitted, useAllowed } from '@onboarding/ui/session';
import { Page, PageLink } from '@onboarding/ui/shell';
import { ActionFailure, Empty, FailedPart, Loaded } from '@onboarding/ui/states';
import { Clamped, type Column, DataTable } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import type { Colleague } from './reassign-choices.ts';
import {
  AT_ONCE,
  chosenAtFirst,
  holdersOf,
  type Outcome,
  outcomeOf,
  packagesOf,
  packageWords,
  QUEUE,
  questionOf,
  targetsOf,
  toggled,
  voidedWords,
} from './several-rules.ts';

const route = getRouteApi('/frame/reassign');

export function ReassignSeveral() {
  const to = operation('reassignPackages');
  const allowed = useAllowed(to);
  const { from } = route.useSearch();
  return (
    <Page title="Reassign packages" about="Claimed packages go to a colleague, or back to the queue with their age.">
      {allowed ? (
        <ClaimedPackages key={from} from={from} />
      ) : (
        <Empty title="Your role does not allow this">
          <Permitted to={to}>{null}</Permitted>
        </Empty>
      )}
    </Page>
  );
}

function ClaimedPackages({ from }: { from: string | undefined }) {
  const navigate = route.useNavigate();
  const [outcome, setOutcome] = useState<Outcome>();
  const packages = useCall('listQueue', { query: { claimedBy: from ?? 'others', limit: AT_ONCE } });
  const team = useCall('listColleagues');
  const colleagues = team.data?.items ?? [];
  return (
    <Stack>
      <FailedPart query={team} what="The colleagues" />
      <NativeSelect
        label="Claimed by"
        maw={320}
        value={from ?? ''}
        onChange={({ currentTarget }) => void navigate({ search: { from: currentTarget.value || undefined } })}
        data={holdersOf(colleagues, packages.data?.items ?? [], from)}
      />
      {outcome !== undefined && outcome.refused.length > 0 && <Refused outcome={outcome} />}
      <Loaded query={packages} height={480}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Empty title="Nothing to reassign">Nobody in this list has claimed a package.</Empty>
          ) : (
            <Choice
              // A list that was read again is chosen from again.
              key={packages.dataUpdatedAt}
              items={items}
              hasMore={nextCursor !== null}
              from={from}
              colleagues={colleagues}
              onDone={setOutcome}
            />
          )
        }
      </Loaded>
    </Stack>
  );
}

function Refused({ outcome: { done, refused } }: { outcome: Outcome }) {
  return (
    <Alert role="alert" color="yellow" title={`${packageWords(refused.length)} not reassigned, ${done} reassigned`}>
      <List size="sm">
        {refused.map(({ companyName, message }) => (
          <List.Item key={companyName}>
            <b>{companyName}</b>: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface ChoiceProps {
  items: readonly QueueItem[];
  hasMore: boolean;
  from: string | undefined;
  colleagues: readonly Colleague[];
  onDone: (outcome: Outcome) => void;
}

function Choice({ items, hasMore, from, colleagues, onDone }: ChoiceProps) {
  const [chosen, setChosen] = useState(() => chosenAtFirst(items, from));
  const [to, setTo] = useState('');
  const [asking, setAsking] = useState(false);
  const packages = packagesOf(items, chosen);
  const all = packages.length === items.length;
  return (
    <>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="New analyst"
          miw={260}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
          data={targetsOf(colleagues, from)}
        />
        <Button disabled={to === '' || packages.length === 0} onClick={() => setAsking(true)}>
          {questionOf(packages.length, to, colleagues).act}
        </Button>
      </Group>
      <Paper withBorder p="sm">
        <Checkbox
          mb="xs"
          ml={10}
          label={all ? `All ${items.length} chosen` : `${packages.length} of ${items.length} chosen`}
          checked={all}
          indeterminate={!all && packages.length > 0}
          onChange={() => setChosen(new Set(all ? [] : items.map(({ customerId }) => customerId)))}
        />
        <DataTable
          label="Claimed packages"
          columns={columnsWith(chosen, (customerId) => setChosen(toggled(chosen, customerId)))}
          rows={items}
          rowKey={({ customerId }) => customerId}
          minWidth={700}
        />
        {hasMore && (
          <Text size="sm" c="dimmed" mt="xs">
            These are the first {AT_ONCE}. The next ones appear once these are reassigned.
          </Text>
        )}
      </Paper>
      {asking && (
        <Confirmation
          {...{ items, chosen, to, colleagues, packages }}
          onDone={onDone}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const columnsWith = (chosen: ReadonlySet<string>, onToggle: (customerId: string) => void): Column<QueueItem>[] => [
  {
    header: '',
    width: 44,
    cell: ({ customerId, companyName }) => (
      <Checkbox
        aria-label={`Choose ${companyName}`}
        checked={chosen.has(customerId)}
        onChange={() => onToggle(customerId)}
      />
    ),
  },
  {
    header: 'Business',
    cell: ({ customerId, companyName, partnerName }) => (
      <>
        <PageLink to="/packages/$customerId" params={{ customerId }} preload={false} size="sm" fw={600}>
          <Clamped text={companyName} />
        </PageLink>
        <Text size="xs" c="dimmed">
          {partnerName}
        </Text>
      </>
    ),
  },
  { header: 'Claimed by', width: 180, cell: ({ claimedByName }) => claimedByName ?? 'A former colleague' },
  { header: 'State', width: 170, cell: ({ proposal }) => (proposal === null ? 'In review' : 'Waits for confirmation') },
  { header: 'Target', width: 150, cell: ({ dueAt }) => <When at={dueAt} ago /> },
];

function Confirmation({
  items,
  chosen,
  to,
  colleagues,
  packages,
  onDone,
  onClose,
}: Pick<ChoiceProps, 'items' | 'colleagues' | 'onDone'> & {
  chosen: ReadonlySet<string>;
  to: string;
  packages: { customerId: string; claimedBy: string }[];
  onClose: () => void;
}) {
  const reassign = useAction('reassignPackages', {
    refreshes: ['listQueue', 'readPackage', 'readQueueCounts'],
    onDone: (answer) => {
      const outcome = outcomeOf(answer, items);
      onDone(outcome);
      if (outcome.done > 0) notifications.show({ message: `${packageWords(outcome.done)} reassigned.` });
      onClose();
    },
  });
  const { question, act } = questionOf(packages.length, to, colleagues);
  const voided = voidedWords(items, chosen);
  return (
    <Dialog onClose={onClose} title={question}>
      <Stack>
        <Text size="sm">{voided ?? 'No decision has been proposed for any of them.'}</Text>
        <ActionFailure error={reassign.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            loading={reassign.isPending}
            onClick={() => reassign.mutate({ body: { packages, accountId: to === QUEUE ? null : to } })}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
