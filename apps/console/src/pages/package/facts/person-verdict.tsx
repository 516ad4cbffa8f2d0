// An analyst's verdict on one person: approve, or choose a reason against.
import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import type { DecisionOutcome, PackageRecord, ReasonCode, ReviewedPerson, Verdict } from '@onboarding/contract';
import { IconChevronDown } from '@onboarding/ui/icons';
import { ActionFailure, Failure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { STATUSES } from '@onboarding/ui/words';
import { useAction, useCall } from '../../../api/client.ts';
import { verdictReasons } from '../document/judging.ts';
import { useStanding } from '../use-standing.ts';
import { noVerdictWords, verdictPrefix } from './person-facts.ts';
import { verdictsOn } from './person-focus.ts';

export function PersonVerdict({ found, person }: { found: PackageRecord; person: ReviewedPerson }) {
  const standing = useStanding(found);
  const given = found.people.find(({ uboId }) => uboId === person.uboId)?.verdict ?? null;
  const judge = useAction('judgePerson', { refreshes: ['readPackage'] });
  const params = { customerId: found.business.customerId, uboId: person.uboId };
  const give = (verdict: Verdict, reasonCode?: ReasonCode) =>
    judge.mutate({ params, body: { verdict, ...(reasonCode === undefined ? {} : { reasonCode }) } });
  const reasons = useCall('listReasons');
  const fitting = (outcome: DecisionOutcome) => verdictReasons(reasons.data ?? [], 'Person', outcome);
  const none = noVerdictWords(given !== null, standing);
  const isNow = (verdict: Verdict) => person.verificationStatus === verdict;
  return (
    <Stack gap={6}>
      {standing === 'mine' && (
        <Group
          gap={4}
          id={verdictsOn(person.uboId)}
          role="group"
          aria-label={`Verdict on ${person.firstName} ${person.lastName}`}
          tabIndex={-1}
        >
          <Button
            size="compact-sm"
            color="success"
            variant={isNow('Approved') ? 'filled' : 'default'}
            aria-pressed={isNow('Approved')}
            aria-label={`Approve ${person.firstName} ${person.lastName}`}
            onClick={() => give('Approved')}
          >
            Approve
          </Button>
          <WithReason
            label="Changes"
            reasons={fitting('RequestChanges')}
            person={person}
            onGive={(code) => give('ChangesRequested', code)}
          />
          <WithReason
            label="Reject"
            reasons={fitting('Reject')}
            person={person}
            onGive={(code) => give('Rejected', code)}
          />
        </Group>
      )}
      {reasons.isError && <Failure error={reasons.error} onRetry={() => void reasons.refetch()} />}
      {given !== null && (
        <Text size="xs" c="dimmed">
          {verdictPrefix(person)}
          {STATUSES[given.verdict].label} by {given.givenBy.name ?? 'a former colleague'}, <When at={given.givenAt} />.{' '}
          {reasons.data?.find(({ code }) => code === given.reasonCode)?.message}
        </Text>
      )}
      {none !== undefined && (
        <Text size="xs" c="dimmed">
          {none}
        </Text>
      )}
      <ActionFailure error={judge.error} />
    </Stack>
  );
}

function WithReason({
  label,
  reasons,
  person,
  onGive,
}: {
  label: string;
  reasons: readonly { code: ReasonCode; message: string }[];
  person: ReviewedPerson;
  onGive: (code: ReasonCode) => void;
}) {
  return (
    <Menu position="bottom-start" width={300} disabled={reasons.length === 0}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          disabled={reasons.length === 0}
          aria-label={`${label}: ${person.firstName} ${person.lastName}`}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Reason</Menu.Label>
        {reasons.map(({ code, message }) => (
          <Menu.Item key={code} onClick={() => onGive(code)}>
            {message}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
