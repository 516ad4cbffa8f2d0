// Reassigns a claimed package to another analyst, for supervisors: from a row of the queue, or from the package itself.
import { Button, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAllowed } from '@onboarding/ui/session';
import { lazy, Suspense } from 'react';
import { operation } from '../../api/client.ts';
import type { Claimed } from './reassign-dialog.tsx';

const ReassignDialog = lazy(async () => ({ default: (await import('./reassign-dialog.tsx')).ReassignDialog }));

/** Disabled without permission, with a hint who has it; `quiet` omits the hint, which a list would repeat in each row. */
export function Reassign({ quiet = false, ...claimed }: Claimed & { quiet?: boolean }) {
  const [opened, { open, close }] = useDisclosure(false);
  const allowed = useAllowed(operation('reassignPackage'));
  if (quiet && !allowed) return null;
  return (
    <>
      <Tooltip label="A supervisor can reassign it" disabled={allowed}>
        <Button size={quiet ? 'compact-xs' : 'compact-md'} fz="sm" variant="default" disabled={!allowed} onClick={open}>
          Reassign
        </Button>
      </Tooltip>
      {opened && (
        <Suspense>
          <ReassignDialog claimed={claimed} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
