import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PackageRecord } from '@onboarding/contract';
import { Dialog } from '@onboarding/ui/dialog';
import { KeyTip, useKey } from '@onboarding/ui/keys';
import { useAllowed } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { useQueryClient } from '@tanstack/react-query';
import { operation, useAction } from '../../../api/client.ts';
import { Reassign } from '../../reassign/reassign.tsx';
import { openProposal, type Standing } from '../standing.ts';
import { useNextStep } from '../use-next-step.ts';
import { actionsFor, isLeftUndecided, limitOf, questionAbout } from './header-rules.ts';

/** Reads that every action on a package makes stale. */
const REFRESHES = ['readPackage', 'listQueue', 'readQueueCounts'];

export function HeaderActions({ found, standing }: { found: PackageRecord; standing: Standing }) {
  const params = { customerId: found.business.customerId };
  const works = useAllowed(operation('claimPackage'));
  const supervises = useAllowed(operation('reopenPackage'));
  const claim = useAction('claimPackage', { refreshes: REFRESHES });
  const release = useAction('releasePackage', { refreshes: REFRESHES });
  const reopen = useAction('reopenPackage', { refreshes: REFRESHES });
  const next = useNextStep(found);
  const [asking, ask] = useDisclosure(false);
  const [leaving, leave] = useDisclosure(false);
  const queries = useQueryClient();
  // Usually a colleague was faster; the page then shows who.
  const refused = { onError: () => void queries.invalidateQueries({ queryKey: ['readPackage'] }) };
  const actions = [claim, release, reopen, next];
  const busy = actions.some(({ isPending }) => isPending);
  const offered = actionsFor(standing, { works, supervises, busy });
  const limit = limitOf(standing, { works, supervises });
  const question = questionAbout(standing, supervises, asking);

  const giveBack = () => (openProposal(found) === undefined ? release.mutate({ params }, refused) : ask.open());
  useKey('c', () => claim.mutate({ params }, refused), 'Claim this package', {
    enabled: offered.claim.isEnabled,
  });
  useKey('x', giveBack, 'Release this package', { enabled: offered.release.isEnabled });
  const takeOrAsk = () => (isLeftUndecided(found, standing) ? leave.open() : next.take());
  const giveBackAndTake = () => release.mutate({ params }, { ...refused, onSuccess: next.take });
  useKey('n', takeOrAsk, next.tip, { enabled: offered.next.isEnabled });

  return (
    <Stack gap={4} align="flex-end">
      <Group gap="xs">
        {offered.claim.isShown && (
          <KeyTip keys="c" label="Claim this package">
            <Button
              size="compact-md"
              fz="sm"
              disabled={!offered.claim.isEnabled}
              loading={claim.isPending}
              onClick={() => claim.mutate({ params }, refused)}
            >
              Claim
            </Button>
          </KeyTip>
        )}
        {offered.release.isShown && (
          <KeyTip keys="x" label="Return it to the queue">
            <Button
              size="compact-md"
              fz="sm"
              variant="default"
              disabled={!offered.release.isEnabled}
              loading={release.isPending}
              onClick={giveBack}
            >
              Release
            </Button>
          </KeyTip>
        )}
        {found.claim !== null && (
          <Reassign
            size="compact-md"
            {...params}
            companyName={found.business.companyName}
            claimedBy={found.claim.accountId}
            claimedByName={found.claim.name}
          />
        )}
        {offered.reopen.isShown && (
          <Button size="compact-md" fz="sm" variant="default" disabled={!offered.reopen.isEnabled} onClick={ask.open}>
            Reopen
          </Button>
        )}
        <KeyTip keys="n" label={next.tip}>
          <Button
            size="compact-md"
            fz="sm"
            variant={standing === 'waiting' ? 'default' : 'filled'}
            disabled={!offered.next.isEnabled}
            loading={next.isPending}
            onClick={takeOrAsk}
          >
            {next.label}
          </Button>
        </KeyTip>
      </Group>
      <Text size="sm" role="status">
        {next.words}
      </Text>
      {limit !== undefined && (
        <Text size="xs" c="dimmed">
          {limit}
        </Text>
      )}
      <Box maw={420}>
        <ActionFailure error={actions.find(({ error }) => error !== null)?.error ?? null} />
      </Box>
      {question === 'reopen' && (
        <Question
          title={`Reopen ${found.business.companyName}?`}
          answer="Reopen"
          onClose={ask.close}
          onYes={() => reopen.mutate({ params }, refused)}
        >
          It returns to the queue, and the partner sees that we are reviewing it again.
        </Question>
      )}
      {question === 'release' && (
        <Question
          title={`Release ${found.business.companyName}?`}
          answer="Release"
          onClose={ask.close}
          onYes={() => release.mutate({ params }, refused)}
        >
          There is an open proposal. If you release the package, the proposal becomes void.
        </Question>
      )}
      {leaving && (
        <Question
          title={`Leave ${found.business.companyName} undecided?`}
          answer="Keep it, and take next"
          onClose={leave.close}
          onYes={next.take}
          other={{ answer: 'Release it, and take next', onYes: giveBackAndTake }}
        >
          You have claimed it, so no colleague can work on it. If you keep it, you find it under “Yours” in the queue.
        </Question>
      )}
    </Stack>
  );
}

function Question({
  title,
  answer,
  onYes,
  other,
  onClose,
  children,
}: {
  title: string;
  answer: string;
  onYes: () => void;
  other?: { answer: string; onYes: () => void };
  onClose: () => void;
  children: string;
}) {
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <Text size="sm" mb="md">
        {children}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {other !== undefined && (
          <Button variant="default" onClick={choose(other.onYes)}>
            {other.answer}
          </Button>
        )}
        <Button data-autofocus onClick={choose(onYes)}>
          {answer}
        </Button>
      </Group>
    </Dialog>
  );
}
