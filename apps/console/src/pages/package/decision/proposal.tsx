// A proposed decision, as shown to an analyst who can confirm it, to its proposer and to everyone else.
import { Alert, Button, List, Paper, Stack, Text, Title } from '@mantine/core';
import type { PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
import { IconAlertTriangle } from '@onboarding/ui/icons';
import { KeyHint, useKey } from '@onboarding/ui/keys';
import { Allowed, useAllowed, useSession } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useEffect, useRef, useState } from 'react';
import { operation, useAction } from '../../../api/client.ts';
import { PartlySeen } from '../document/partly-seen.tsx';
import { DocumentLinks } from '../document/unopened.tsx';
import { type DecidingProps, isOutdated } from './deciding.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { canAsk, comparedOpenings, evidenceWords, isOwnProposal, toOpen } from './proposal-rules.ts';
import { SendBack } from './send-back.tsx';
import { MADE_STALE, OUTCOMES, reasonLine } from './words.ts';

type ProposalProps = DecidingProps & { proposal: PackageDecisionRecord };

export function Proposal(props: ProposalProps) {
  const { found, proposal } = props;
  const { session } = useSession();
  const { name } = proposal.proposedBy;
  const own = isOwnProposal(proposal, session.accountId);
  const { proposes } = OUTCOMES[proposal.outcome];
  return (
    <Stack gap="sm">
      <Paper withBorder p="sm" component="section" aria-labelledby="proposal">
        <Title order={3} size="h6" id="proposal" mb={4}>
          {own ? `You propose ${proposes}` : `${name ?? 'A former colleague'} proposes ${proposes}`}
        </Title>
        <Text size="sm" c="dimmed">
          <When at={proposal.proposedAt} />, {evidenceWords(found, proposal)}
        </Text>
        {proposal.reasons.length > 0 && (
          <List size="sm" mt={6}>
            {proposal.reasons.map((reason) => (
              <List.Item key={reason.reasonId}>{reasonLine(found, reason)}</List.Item>
            ))}
          </List>
        )}
      </Paper>
      {!own && <Unopened found={found} proposal={proposal} me={session.accountId} />}
      {!own && <PartlySeen found={found} opener={proposal.proposedBy} />}
      {own ? <Withdraw {...props} /> : <Confirm {...props} />}
    </Stack>
  );
}

/** Documents that the second analyst must open first; if none, those that the proposer has opened and they have not. */
function Unopened({ found, proposal, me }: { found: PackageRecord; proposal: PackageDecisionRecord; me: string }) {
  const required = toOpen(found, proposal);
  if (required.length > 0) {
    return (
      <Alert
        color="danger"
        p="sm"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        title="Open these before you confirm"
        role="status"
      >
        <DocumentLinks found={found} documents={required} />
      </Alert>
    );
  }
  const { theirs, left } = comparedOpenings(found, proposal.proposedBy.accountId, me);
  if (theirs.length === 0) return <Text size="sm">The proposer has not opened any documents.</Text>;
  if (left.length === 0) return <Text size="sm">You have opened every document that the proposer opened.</Text>;
  return (
    <Alert
      color="warning"
      p="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Opened by the proposer, not by you"
    >
      <DocumentLinks found={found} documents={left} />
    </Alert>
  );
}

function Confirm({ found, seen, proposal, onDone, onChanged }: ProposalProps) {
  const { customerId } = found.business;
  const { outcome, decisionId } = proposal;
  const { becomes, color } = OUTCOMES[outcome];
  const works = useAllowed(operation('confirmDecision'));
  const [asked, setAsked] = useState(false);
  const [told, setTold] = useState(false);
  const unopened = toOpen(found, proposal).length > 0;
  const button = useRef<HTMLButtonElement>(null);
  const confirm = useAction('confirmDecision', {
    refreshes: MADE_STALE,
    onDone: () => onDone(`${becomes}. The partner has been notified.`),
  });
  const outdated = confirm.error !== null && isOutdated(confirm.error.code);
  useEffect(() => {
    if (outdated) onChanged();
  }, [outdated, onChanged]);
  // As in the form: changes that arrive while the dialog is open have not been reviewed.
  useEffect(() => {
    if (outdated || !seen) setAsked(false);
  }, [outdated, seen]);
  const { reset } = confirm;
  useEffect(() => {
    if (seen) reset();
  }, [seen, reset]);
  const ask = () => {
    setTold(true);
    if (!canAsk(seen, unopened)) return;
    confirm.reset();
    setAsked(true);
  };
  useKey('d', () => button.current?.focus(), 'Go to the decision');
  useKey('Ctrl+Enter', ask, 'Confirm, after a prompt', { enabled: works });
  const act = `Confirm: ${OUTCOMES[outcome].label.toLowerCase()}`;
  return (
    <>
      {!asked && <ActionFailure error={confirm.error} />}
      {told && unopened && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          You have not opened every document yet. The remaining ones are listed above.
        </Text>
      )}
      <Allowed to={operation('confirmDecision')}>
        {(disabled) => (
          <Button ref={button} fullWidth color={color} disabled={disabled} onClick={ask}>
            {act}
          </Button>
        )}
      </Allowed>
      {works && <KeyHint keys="Ctrl+Enter">Asks you to confirm first</KeyHint>}
      <SendBack found={found} proposal={proposal} onDone={onDone} />
      {asked && (
        <DecisionDialog
          found={found}
          question={{
            title: 'Confirm this decision?',
            act,
            color,
            outcome: becomes,
            reasons: proposal.reasons.map((reason) => reasonLine(found, reason)),
            next: 'It takes effect immediately, and the partner is notified.',
          }}
          action={confirm}
          onConfirm={() =>
            confirm.mutate({ params: { customerId, decisionId }, body: { seenVersion: found.evidenceVersion } })
          }
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function Withdraw({ found, proposal }: ProposalProps) {
  const { mutate, isPending, error } = useAction('withdrawDecision', { refreshes: MADE_STALE });
  const { customerId } = found.business;
  const { decisionId } = proposal;
  return (
    <>
      <Text size="sm">A colleague must confirm it. Until then you can withdraw it.</Text>
      <ActionFailure error={error} />
      <Button variant="default" loading={isPending} onClick={() => mutate({ params: { customerId, decisionId } })}>
        Withdraw
      </Button>
    </>
  );
}
