// Detects when the package differs from what the page shows: the evidence, the claim or the open proposal.
import type { PackageRecord } from '@onboarding/contract';
import { send } from '@onboarding/ui/api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operation, useCall } from '../../../api/client.ts';
import { changesBetween, isOther } from './changes.ts';

const LOOK_MS = 10_000;

/** Reads the package again only if it has changed, because each read is recorded for the person. */
export function useWatch(found: PackageRecord): void {
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

export interface Seen {
  /** Changes that the analyst has not reviewed yet; until then, nothing can be decided. */
  changes: readonly string[];
  acknowledge(): void;
}

/** The page shows changes automatically; the analyst confirms that they have reviewed them. */
export function useSeen(found: PackageRecord, me: string): Seen {
  const [seen, setSeen] = useState(found);
  const changes = changesBetween(seen, found, me);
  useEffect(() => {
    if (changes.length === 0) setSeen(found);
  }, [changes.length, found]);
  return { changes, acknowledge: () => setSeen(found) };
}
