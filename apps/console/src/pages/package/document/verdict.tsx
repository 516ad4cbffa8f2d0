// The verdict on the document, by the analyst with the claim.
import { Button, Group, Menu, Text } from '@mantine/core';
import type { DecisionOutcome, PackageRecord, ReasonCode, Verdict as VerdictCode } from '@onboarding/contract';
import { useAllowed, useSession } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { spelled } from '@onboarding/ui/words';
import { operation, useAction, useCall } from '../../../api/client.ts';
import classes from './document.module.css';
import { type PackageDocument, VerdictBadge } from './document-facts.tsx';
import { canJudge, verdictReasons, whyNot } from './judging.ts';

interface VerdictProps {
  found: PackageRecord;
  document: PackageDocument;
}

export function Verdict({ found, document }: VerdictProps) {
  const { accountId } = useSession().session;
  const allowed = useAllowed(operation('judgeDocument'));
  const mine = canJudge(found, accountId, allowed);
  const judge = useAction('judgeDocument', { refreshes: ['readPackage'] });
  const give = (verdict: VerdictCode, reasonCode?: ReasonCode) =>
    judge.mutate({
      params: { customerId: found.business.customerId, documentId: document.documentId },
      body: { verdict, reasonCode },
    });
  const { verdict } = document;
  return (
    <div className={classes.verdict}>
      <Group gap="xs">
        <VerdictBadge verdict={verdict} />
        {verdict !== null && (
          <Text size="xs" c="dimmed">
            {verdict.reasonCode !== null && `${reasonName(verdict.reasonCode)}, `}
            {verdict.givenBy.name ?? 'a former colleague'}, <When at={verdict.givenAt} day />
          </Text>
        )}
        <Group gap={4} ml="auto" role="group" aria-label="Verdict on this document">
          <Button
            size="compact-sm"
            variant="default"
            disabled={!mine}
            loading={judge.isPending}
            onClick={() => give('Approved')}
          >
            Approve document
          </Button>
          <ForReason
            label="Changes"
            outcome="RequestChanges"
            off={!mine}
            onChoose={(code) => give('ChangesRequested', code)}
          />
          <ForReason label="Reject" outcome="Reject" off={!mine} onChoose={(code) => give('Rejected', code)} />
        </Group>
      </Group>
      {!mine && (
        <Text size="xs" c="dimmed" ta="right">
          {whyNot(allowed)}
        </Text>
      )}
      <ActionFailure error={judge.error} />
    </div>
  );
}

interface ForReasonProps {
  label: string;
  outcome: DecisionOutcome;
  off: boolean;
  onChoose: (code: ReasonCode) => void;
}

/** A verdict that requires a reason, which is chosen with it. */
function ForReason({ label, outcome, off, onChoose }: ForReasonProps) {
  const reasons = useCall('listReasons', {}, { enabled: !off });
  const fitting = verdictReasons(reasons.data ?? [], 'Document', outcome);
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" disabled={off}>
          {label}…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {fitting.map(({ code, message }) => (
          <Menu.Item key={code} onClick={() => onChoose(code)}>
            {reasonName(code)}
            <Text size="xs" c="dimmed" maw={320}>
              {message}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** 'Document.WrongKind': "Wrong kind". */
const reasonName = (code: string) => spelled(code.replace(/^\w+\./, ''));
