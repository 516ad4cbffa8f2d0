// The decision: proposed by the analyst with the claim, then confirmed by a second one.
import { Alert, Button, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
import { send } from '@onboarding/ui/api';
import { IconAlertTriangle, IconCheck } from '@onboarding/ui/icons';
import { KeyTip } from '@onboarding/ui/keys';
import { useAllowed, useSession } from '@onboarding/ui/session';
import { ButtonLink } from '@onboarding/ui/shell';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { operation, useCall } from '../../../api/client.ts';
import classes from '../package.module.css';
import { openProposal } from '../standing.ts';
import { useNextStep } from '../use-next-step.ts';
import { useStanding } from '../use-standing.ts';
import { changesBetween, isOther } from './changes.ts';
import { ConfirmedMatches } from './confirmed-matches.tsx';
import { asksToReview, partFor, standingWords } from './deciding.ts';
import { endedProposal, endedTitle, endedWords, isNews, nextWords, noteOf } from './proposal-rules.ts';

// Loaded on demand: a reader needs neither, an analyst one of them. Each as a whole, or a key could pass a field that still loads.
const DecisionForm = lazy(async () => ({ default: (await import('./decision-form.tsx')).DecisionForm }));
const Proposal = lazy(async () => ({ default: (await import('./proposal.tsx')).Proposal }));

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
  // The next proposal of a colleague is not what the reader has decided.
  const foreign = proposal?.proposedBy.accountId === session.accountId ? undefined : proposal?.decisionId;
  useEffect(() => {
    if (foreign !== undefined) setDone(undefined);
  }, [foreign]);
  const ended = endedProposal(found, useShownProposal(proposal?.decisionId), session.accountId);
  const news = ended !== undefined && isNews(ended, done !== undefined) ? ended : undefined;
  const isProposed = proposal !== undefined;
  const part = partFor({ isProposed, standing, works, isDone: done !== undefined });
  const deciding = { found, seen: changes.length === 0, onDone: setDone, onChanged: readAgain };
  return (
    <Stack gap="sm">
      <Title order={2} size="h6">
        Decision
      </Title>
      {part !== 'standing' && <ConfirmedMatches found={found} />}
      {done !== undefined && news === undefined && <Done found={found} words={done} />}
      {news !== undefined && <Ended found={found} ended={news} />}
      {asksToReview(changes.length, isProposed, standing) && <Changed changes={changes} onSeen={acknowledge} />}
      {proposal !== undefined && (
        <Suspense fallback={<Skeleton h={240} />}>
          <Proposal {...deciding} proposal={proposal} />
        </Suspense>
      )}
      {part === 'form' && (
        <Suspense fallback={<Skeleton h={240} />}>
          <DecisionForm {...deciding} />
        </Suspense>
      )}
      {part === 'standing' && (
        <Text size="sm" c="dimmed">
          {standingWords(standing, found.claim?.name)}
        </Text>
      )}
    </Stack>
  );
}

/** After a decision, offers the next package. */
function Done({ found, words }: { found: PackageRecord; words: string }) {
  const next = useNextStep(found);
  return (
    <Alert color="success" p="sm" icon={<IconCheck size={18} aria-hidden />} title={words} role="status">
      <Group gap="xs">
        <KeyTip keys="n" label={next.tip}>
          <Button size="compact-md" autoFocus loading={next.isPending} onClick={next.take}>
            {next.label}
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

/** The proposal that this page showed last, even after it has ended. */
function useShownProposal(open: string | undefined): string | undefined {
  const [shown, setShown] = useState(open);
  if (open !== undefined && open !== shown) setShown(open);
  return open ?? shown;
}

function Ended({ found, ended }: { found: PackageRecord; ended: PackageDecisionRecord }) {
  const { accountId: me } = useSession().session;
  const note = noteOf(found, ended);
  return (
    <Alert
      color="danger"
      p="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={endedTitle(ended)}
      role="alert"
    >
      <Text size="sm">
        {endedWords(ended, me)}
        {ended.settledAt !== null && (
          <>
            , <When at={ended.settledAt} />
          </>
        )}
        . {nextWords(found, me)}
      </Text>
      {note !== undefined && (
        <Text size="sm" mt={4} className={classes.words}>
          {note}
        </Text>
      )}
    </Alert>
  );
}

function Changed({ changes, onSeen }: { changes: readonly string[]; onSeen: () => void }) {
  return (
    <Alert
      color="danger"
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

// Detects when the package differs from what the page shows: the evidence, the claim or the open proposal.

const LOOK_MS = 10_000;

/** Reads the package again only if it has changed, because each read is recorded for the person. */
function useWatch(found: PackageRecord): void {
  const queries = useQueryClient();
  const input = { params: { customerId: found.business.customerId } };
  const { data: state, dataUpdatedAt: checkedAt } = useCall('readPackageState', input, { poll: LOOK_MS });
  const other = state !== undefined && isOther(state, found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each poll.
  useEffect(() => {
    const queryKey = ['readPackage', input];
    // A poll from before the last read is outdated.
    if (!other || checkedAt <= (queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0)) return;
    const queryFn = () => send(operation('readPackage'), input, { background: true });
    void queries.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => {});
  }, [other, checkedAt]);
}

interface Seen {
  /** Changes that the analyst has not reviewed yet; until then, nothing can be decided. */
  changes: readonly string[];
  acknowledge(): void;
}

/** The page shows changes automatically; the analyst confirms that they have reviewed them. */
function useSeen(found: PackageRecord, me: string): Seen {
  const [seen, setSeen] = useState(found);
  const changes = changesBetween(seen, found, me);
  useEffect(() => {
    if (changes.length === 0) setSeen(found);
  }, [changes.length, found]);
  return { changes, acknowledge: () => setSeen(found) };
}
