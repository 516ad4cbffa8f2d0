// What is decided: by the analyst who has claimed the package, then by a second one.
import { Alert, Button, Divider, Group, List, Stack, Text } from '@mantine/core';
import type { PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
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
  const ended = endedProposal(found, useShownProposal(proposal?.decisionId), session.accountId);
  // Whoever requests changes ends their own proposal by that.
  const isNews = ended !== undefined && !(done !== undefined && ended.voidedBy === 'Transition');
  const deciding = { found, seen: changes.length === 0, onDone: setDone, onChanged: readAgain };
  return (
    <Stack gap="sm">
      <Divider label="Decision" />
      {done !== undefined && !isNews && <Done words={done} />}
      {isNews && <Ended found={found} ended={ended} />}
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

/** The proposal that this page showed last, also after it has ended. */
function useShownProposal(open: string | undefined): string | undefined {
  const [shown, setShown] = useState(open);
  if (open !== undefined && open !== shown) setShown(open);
  return open ?? shown;
}

/**
 * A proposal that ended without a decision: whoever was about to confirm it, or waits for that, must not miss it. New evidence stays news
 * until the next decision; steps of a review are news only where the proposal was on the page.
 */
function endedProposal({ decisions }: PackageRecord, shown: string | undefined, me: string) {
  const [last] = decisions;
  if (last?.state === 'Voided' && last.voidedBy !== 'Transition') return last;
  const seen = decisions.find(({ decisionId }) => decisionId === shown);
  if (seen?.state === 'Withdrawn') return seen.settledBy?.accountId === me ? undefined : seen;
  return seen?.state === 'Voided' ? seen : undefined;
}

function Ended({ found, ended }: { found: PackageRecord; ended: PackageDecisionRecord }) {
  const { accountId: me } = useSession().session;
  const withdrawn = ended.state === 'Withdrawn';
  return (
    <Alert
      color="red"
      p="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={withdrawn ? 'The proposal was withdrawn' : 'The proposal is void'}
      role="alert"
    >
      <Text size="sm">
        {withdrawn ? withdrawal(ended, me) : voiding(ended, me)}
        {ended.settledAt !== null && (
          <>
            , <When at={ended.settledAt} />
          </>
        )}
        .{' '}
        {found.claim?.accountId === me ? 'Review what has changed, then decide again.' : 'There is nothing to confirm.'}
      </Text>
    </Alert>
  );
}

function voiding({ proposedBy, voidedBy }: PackageDecisionRecord, me: string): string {
  const whose = proposedBy.accountId === me ? 'Your' : `${proposedBy.name ?? 'A former colleague'}’s`;
  return `${whose} proposal was voided because ${voidedBy === null ? 'the package changed' : VOIDED[voidedBy]}`;
}

function withdrawal({ proposedBy, settledBy }: PackageDecisionRecord, me: string): string {
  const who = settledBy?.name ?? 'A former colleague';
  return proposedBy.accountId === me ? `${who} withdrew your proposal` : `${who} withdrew the proposal`;
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
          I have reviewed this
        </Button>
      </Stack>
    </Alert>
  );
}

function Standing({ found }: { found: PackageRecord }) {
  const standing = useStanding(found);
  const words: Record<typeof standing, string> = {
    waiting: 'Claim the package to decide.',
    mine: 'Your role is read-only. Analysts and supervisors decide.',
    theirs: `${found.claim?.name ?? 'A colleague'} is reviewing it. Nothing has been proposed yet.`,
    'with-partner': 'The partner has been asked for changes. The package returns to the queue when they answer.',
    approved: 'Approved. There is nothing to decide.',
    rejected: 'Rejected. A supervisor can reopen it.',
    'not-submitted': 'The partner has not submitted it yet.',
    erased: 'Its data was erased. There is nothing to decide.',
  };
  return (
    <Text size="sm" c="dimmed">
      {words[standing]}
    </Text>
  );
}
