import { Badge } from '@mantine/core';
import type { VerificationStatus } from '@onboarding/contract';
import { STATUSES } from '../words/index.ts';

export function StatusBadge({ status }: { status: VerificationStatus }) {
  const { label, color } = STATUSES[status];
  return <Badge color={color}>{label}</Badge>;
}
