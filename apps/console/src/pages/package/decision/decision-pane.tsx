// What is decided: by the analyst who has claimed the package, then by a second one.
import { Alert, Button, Divider, Group, List, Stack, Text } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { IconAlertTriangle, IconCheck } from '@onboarding/ui/icons';
import { KeyTip } from '@onboarding/ui/keys';
import { useAllowed, useSession } from '@onboarding/ui/session';
import { ButtonLink } from '@onboarding/ui/shell';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { operation } from '../../../api/client.ts';
import { useTakeNext } from '../../queue/take-next.tsx';
import { openProposal, useStanding } from '../standing.ts';
import { DecisionForm } from './decision-form.tsx';
import { Proposal } from './proposal.tsx';
import { useSeen, useWatch } from './watch.ts';
import { VOIDED } from './words.ts';

export function DecisionPane({ found }: { found: PackageRecord }) {
  const { session } = useSession();
  const standing = useStanding(found);
  const works = useAllowed(operation('decideOnPackage'));
  const queries = useQueryClient();
  useWatch(found);
  const { changes, acknowledge } = useSeen(found, session.accountId);
  const [done, setDone] = useState<string>();
  const readAgain = useCallback(() => void queries.invalidateQueries({ queryKey: ['readPackage'] }), [queries]);
  const proposal = openProposal(found);
  const deciding = { found, seen: changes.length === 0, onDone: setDone, onChanged: readAgain };
  return (
    <Stack gap="sm">
      <Divider label="Decision" />
      {done !== undefined && <Done words={done} />}
      <Voided found={found} />
      {changes.length > 0 && (proposal !== undefined || standing === 'mine') && (
        <Changed changes={changes} onSeen={acknowledge} />
      )}
      {proposal !== undefined ? (
        <Proposal {...deciding} proposal={proposal} />
      ) : standing === 'mine' && works ? (
        <DecisionForm {...deciding} />
      ) : (
        done === undefined && <Standing found={found} />
      )}
    </Stack>
  );
}

/** Whoever has decided goes on with the next package. */
function Done({ words }: { words: string }) {
  const next = useTakeNext();
  return (
    <Alert color="green" p="sm" icon={<IconCheck size={18} aria-hidden />} title={words} role="status">
      <Group gap="xs">
        <KeyTip keys="n" label="Take the next package">
          <Button size="compact-md" autoFocus loading={next.isPending} onClick={next.take}>
            Take next
          </Button>
        </KeyTip>
        <ButtonLink to="/queue" size="compact-md" variant="default">
          Queue
        </ButtonLink>
      </Group>
      {next.words !== undefined && <Text size="sm">{next.words}</Text>}
      <ActionFailure error={next.error} />
    </Alert>
  );
}

/** The last proposal, if something has made it void and nothing was decided since. */
function Voided({ found }: { found: PackageRecord }) {
  const { session } = useSession();
  const [last] = found.decisions;
  if (last?.state !== 'Voided' || last.voidedBy === 'Transition' || last.settledAt === null) return null;
  const own = last.proposedBy.accountId === session.accountId;
  const why = last.voidedBy === null ? 'the package changed' : VOIDED[last.voidedBy];
  return (
    <Alert
      color="red"
      p="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="The proposal is void"
      role="alert"
    >
      <Text size="sm">
        {own ? 'Yours' : `That of ${last.proposedBy.name ?? 'a colleague'}`} ended because {why},{' '}
        <When at={last.settledAt} />.{' '}
        {found.claim?.accountId === session.accountId
          ? 'Look at what is new, then decide again.'
          : 'There is nothing to confirm.'}
      </Text>
    </Alert>
  );
}

function Changed({ changes, onSeen }: { changes: readonly string[]; onSeen: () => void }) {
  return (
    <Alert
      color="red"
      p="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="The evidence has changed"
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <List size="sm">
          {changes.map((words) => (
            <List.Item key={words}>{words}</List.Item>
          ))}
        </List>
        <Button size="compact-sm" variant="default" onClick={onSeen}>
          I have looked at it
        </Button>
      </Stack>
    </Alert>
  );
}

function Standing({ found }: { found: PackageRecord }) {
  const standing = useStanding(found);
  const words: Record<typeof standing, string> = {
    waiting: 'Claim the package to decide about it.',
    mine: 'Your role only reads. Analysts and supervisors decide.',
    theirs: `${found.claim?.name ?? 'A colleague'} reviews it. Nothing is proposed yet.`,
    'with-partner': 'The partner has been asked for changes. It comes back once they answer.',
    approved: 'It is approved. There is nothing to decide.',
    rejected: 'It is rejected. A supervisor can reopen it.',
    'not-submitted': 'The partner has not handed it in yet.',
    erased: 'Its data has been erased. There is nothing left to decide.',
  };
  return (
    <Text size="sm" c="dimmed">
      {words[standing]}
    </Text>
  );
}
