// The history of the business and the notes of colleagues.
import { Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import type { DecisionOutcome, PackageDecisionRecord, PackageRecord, ReviewAuditEntry } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { StatusBadge, When } from '@onboarding/ui/values';
import { deedOf } from '@onboarding/ui/words';
import { reasonLine, VOIDED } from '../decision/words.ts';
import { actorOf, detailsOf, settlementOf, stateOf, statusIn } from './history-words.ts';
import { Notes } from './notes.tsx';

export function History({ found }: { found: PackageRecord }) {
  return (
    <Stack gap="lg">
      <Notes found={found} />
      <section aria-labelledby="decisions">
        <Title order={2} size="h6" mb={6} id="decisions">
          Decisions
        </Title>
        {found.decisions.length === 0 && (
          <Text size="sm" c="dimmed">
            None yet
          </Text>
        )}
        <Stack gap="sm">
          {found.decisions.map((decision) => (
            <DecisionLine key={decision.decisionId} decision={decision} found={found} />
          ))}
        </Stack>
      </section>
      <section aria-labelledby="latest">
        <Title order={2} size="h6" mb={6} id="latest">
          Latest trail entries
        </Title>
        <Stack gap="xs">
          {found.audit.map((entry) => (
            <TrailEntry key={entry.auditId} entry={entry} found={found} />
          ))}
        </Stack>
        <PageLink
          to="/packages/$customerId/trail"
          params={{ customerId: found.business.customerId }}
          size="sm"
          mt="sm"
          display="inline-block"
        >
          Full audit trail
        </PageLink>
      </section>
    </Stack>
  );
}

const OUTCOMES: Record<DecisionOutcome, string> = {
  Approve: 'Approve',
  Reject: 'Reject',
  RequestChanges: 'Request changes',
};

function DecisionLine({ decision, found }: { decision: PackageDecisionRecord; found: PackageRecord }) {
  const { outcome, voidedBy, proposedBy, reasons, attempt } = decision;
  const { label, color } = stateOf(decision);
  const settled = settlementOf(decision);
  return (
    <div>
      <Group gap={6} justify="space-between">
        <Text size="sm" fw={600}>
          {OUTCOMES[outcome]}
        </Text>
        <Badge color={color}>{label}</Badge>
      </Group>
      <Text size="xs" c="dimmed">
        {proposedBy.name ?? 'A former colleague'}, <When at={decision.proposedAt} />, attempt {attempt}
      </Text>
      {settled !== undefined && (
        <Text size="xs" c="dimmed">
          {settled.words}, <When at={settled.at} />
        </Text>
      )}
      {voidedBy !== null && (
        <Text size="xs" c="dimmed">
          Void because {VOIDED[voidedBy]}
        </Text>
      )}
      {reasons.length > 0 && (
        <List size="sm" mt={4} withPadding>
          {reasons.map((reason) => (
            <List.Item key={reason.reasonId}>{reasonLine(found, reason)}</List.Item>
          ))}
        </List>
      )}
    </div>
  );
}

/** An entry of the audit trail on two or three lines. */
function TrailEntry({ entry, found }: { entry: ReviewAuditEntry; found: PackageRecord }) {
  const status = statusIn(entry.details);
  const details = detailsOf(entry.details, found);
  return (
    <div>
      <Group gap={6}>
        <Text size="sm" fw={600}>
          {deedOf(entry.action)}
        </Text>
        {status !== undefined && <StatusBadge status={status} />}
      </Group>
      {details.length > 0 && <Text size="sm">{details.join(' · ')}</Text>}
      <Text size="xs" c="dimmed">
        {actorOf(entry, found.partner.name)}, <When at={entry.occurredAt} />
      </Text>
    </div>
  );
}
