// Reassigns a claimed package to another analyst, for supervisors: from a row of the queue, or from the package itself.
import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAllowed } from '@onboarding/ui/session';
import { lazy, Suspense } from 'react';
import { operation } from '../../api/client.ts';
import type { Claimed } from './reassign-dialog.tsx';

const ReassignDialog = lazy(async () => ({ default: (await import('./reassign-dialog.tsx')).ReassignDialog }));

/** Nothing without permission. */
export function Reassign({ size, ...claimed }: Claimed & Required<Pick<ButtonProps, 'size'>>) {
  const [opened, { open, close }] = useDisclosure(false);
  if (!useAllowed(operation('reassignPackage'))) return null;
  return (
    <>
      <Button size={size} fz="sm" variant="default" onClick={open}>
        Reassign
      </Button>
      {opened && (
        <Suspense>
          <ReassignDialog claimed={claimed} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
