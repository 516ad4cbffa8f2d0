import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { Operation } from '../api/index.ts';
import { Dialog } from '../dialog/index.ts';
import { Permitted, StepUp } from '../session/index.ts';
import { ActionFailure } from '../states/states.tsx';

/** For roles with permission: asks for the second factor first, explains the consequences, and then runs the action. */
export function ActionDialog({
  to,
  title,
  button,
  grave = false,
  pending,
  error,
  marked = false,
  onConfirm,
  onClose,
  children,
}: {
  to: Operation;
  title: string;
  button: string;
  /** Whether the action is hard to undo. */
  grave?: boolean;
  pending: boolean;
  error: Error | null;
  /** Whether the fields show their own error messages. */
  marked?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <Permitted to={to}>
        <StepUp>
          <form onSubmit={submit}>
            <Stack>
              {children}
              <ActionFailure error={error} marked={marked} />
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" loading={pending} {...(grave ? { color: 'danger' } : {})}>
                  {button}
                </Button>
              </Group>
            </Stack>
          </form>
        </StepUp>
      </Permitted>
    </Dialog>
  );
}
