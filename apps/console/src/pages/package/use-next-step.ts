// What the key n opens next from a package: another to confirm for an analyst who confirms, else the next of the queue.
import type { PackageRecord } from '@onboarding/contract';
import { useSession } from '@onboarding/ui/session';
import { type Step, useNextToConfirm, useTakeNext } from '../queue/take-next.tsx';
import { isConfirming } from './standing.ts';

interface NextStep extends Step {
  label: string;
  tip: string;
}

export function useNextStep(found: PackageRecord): NextStep {
  const { accountId } = useSession().session;
  const [take, confirm] = [useTakeNext(), useNextToConfirm(found.business.customerId)];
  return isConfirming(found, accountId)
    ? { ...confirm, label: 'Next to confirm', tip: 'Open the next package to confirm' }
    : { ...take, label: 'Take next', tip: 'Take the next package' };
}
