import type { PackageRecord } from '@onboarding/contract';
import { useSession } from '@onboarding/ui/session';
import { type Standing, standingOf } from './standing.ts';

export function useStanding(found: PackageRecord): Standing {
  return standingOf(found, useSession().session.accountId);
}
