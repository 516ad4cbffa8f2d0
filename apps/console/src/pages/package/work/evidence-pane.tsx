// The evidence: blockers, flags and the results of screening.
import { Stack } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { Blockers } from './blockers.tsx';
import { Flags } from './flags.tsx';
import { Screening } from './screening.tsx';

export function EvidencePane({ found }: { found: PackageRecord }) {
  return (
    <Stack gap="sm">
      <Blockers found={found} />
      <Flags found={found} />
      <Screening found={found} />
    </Stack>
  );
}
