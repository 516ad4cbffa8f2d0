import { Button, Group, Stack, Text } from '@mantine/core';
import type { Realm, SessionView } from '@onboarding/contract';
import { useEffect, useRef, useState } from 'react';
import { onNotice } from '../api/index.ts';
import { Dialog } from '../dialog/index.ts';
import { readSession } from './read-session.ts';
import { endAfterUse, isNearEnd, leftAt, leftWords } from './session-rules.ts';

const LOOK_MS = 5_000;

/** Asks whether the person is still there two minutes before an idle session ends. */
export function IdleWarning({ realm, session }: { realm: Realm; session: SessionView }) {
  const idleMs = useRef(0);
  const endsAt = useRef(Date.parse(session.idleEndsAt));
  const [left, setLeft] = useState<number>();

  // The time that each use adds, measured when the server reported the end of the session.
  useEffect(() => {
    endsAt.current = Date.parse(session.idleEndsAt);
    idleMs.current = endsAt.current - Date.now();
  }, [session]);
  useEffect(
    () =>
      onNotice(({ kind }) => {
        if (kind !== 'used') return;
        endsAt.current = endAfterUse(Date.now(), idleMs.current, Date.parse(session.expiresAt));
        setLeft(undefined);
      }),
    [session],
  );
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      if (!isNearEnd(endsAt.current, Date.now())) return setLeft(undefined);
      // Only the server knows whether another window uses the session. If it has ended, the response says so.
      const read = await readSession(realm, { background: true }).catch(() => undefined);
      if (read === undefined) return;
      endsAt.current = Date.parse(read.idleEndsAt);
      setLeft(leftAt(endsAt.current, Date.now()));
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [realm]);

  if (left === undefined) return null;
  const stay = () => void readSession(realm).catch(() => {});
  return (
    <Dialog onClose={stay} title="Are you still there?">
      <Text size="sm" mb="md">
        {leftWords(left)}
      </Text>
      <Group justify="flex-end">
        <Button data-autofocus onClick={stay}>
          Stay signed in
        </Button>
      </Group>
    </Dialog>
  );
}

/** Covers the page until the person has signed in, or completed the step-up, in the window that it opens. */
export function SignInAgain({
  address,
  stepUp,
  name,
  onCancel,
}: {
  address: string;
  stepUp: boolean;
  name: string;
  onCancel: () => void;
}) {
  return (
    <Dialog
      onClose={onCancel}
      withCloseButton={stepUp}
      closeOnClickOutside={false}
      closeOnEscape={stepUp}
      title={stepUp ? 'Confirm that it is you' : 'Your session has ended'}
    >
      <Stack>
        <Text size="sm">
          {stepUp
            ? 'This changes who has access, so use your second factor again. Everything on this page stays as it is.'
            : `Sign in again as ${name}. Everything on this page stays as it is.`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {stepUp ? 'Cancel' : 'Leave this page'}
          </Button>
          <Button data-autofocus onClick={() => openWindow(address)}>
            {stepUp ? 'Confirm' : 'Sign in again'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

export function openWindow(address: string): void {
  const [width, height] = [520, 720];
  const left = window.screenX + (window.outerWidth - width) / 2;
  const top = window.screenY + (window.outerHeight - height) / 2;
  window.open(address, 'onboarding-sign-in', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
