import { Group, Text } from '@mantine/core';
import type { PackageRecord, ReviewAuditEntry } from '@onboarding/contract';
import { StatusBadge, When } from '@onboarding/ui/values';
import { deedOf } from '@onboarding/ui/words';
import { actorOf, detailsOf, statusIn } from './trail-words.ts';

/** An entry of the audit trail on two or three lines. */
export function TrailEntry({ entry, found }: { entry: ReviewAuditEntry; found: PackageRecord }) {
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
