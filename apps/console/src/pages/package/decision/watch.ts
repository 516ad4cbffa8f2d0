// Notices when the package is no longer what the page shows: the evidence, who has it, the open proposal.
import type { PackageRecord } from '@onboarding/contract';
import { send } from '@onboarding/ui/api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { operation, useCall } from '../../../api/client.ts';
import { changesBetween } from './changes.ts';
import { isOther } from './package-state.ts';

const LOOK_MS = 10_000;

/** The package itself is read again only if it has changed, because each reading of it is recorded as one of the person's. */
export function useWatch(found: PackageRecord): void {
  const queries = useQueryClient();
  const input = { params: { customerId: found.business.customerId } };
  const { data: state, dataUpdatedAt: lookedAt } = useCall('readPackageState', input, { poll: LOOK_MS });
  const other = state !== undefined && isOther(state, found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each look.
  useEffect(() => {
    const queryKey = ['readPackage', input];
    // A look from before the last reading says nothing.
    if (!other || lookedAt <= (queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0)) return;
    const queryFn = () => send(operation('readPackage'), input, { background: true });
    void queries.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => {});
  }, [other, lookedAt]);
}

export interface Seen {
  /** What the analyst has not looked at yet; while there is something, nothing can be decided. */
  changes: readonly string[];
  acknowledge(): void;
}

/** The page shows what is new by itself; the analyst says that they have looked at it. */
export function useSeen(found: PackageRecord, me: string): Seen {
  const [seen, setSeen] = useState(found);
  const changes = changesBetween(seen, found, me);
  useEffect(() => {
    if (changes.length === 0) setSeen(found);
  }, [changes.length, found]);
  return { changes, acknowledge: () => setSeen(found) };
}
