import { Kbd, Text, Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Fragment, type ReactElement } from 'react';
import { isChord, isMac } from './key-rules.ts';

/** Whether the person uses keys in this browser; stored for the next visit. */
export const useKeysOn = () =>
  useLocalStorage({ key: 'onboarding-keys', defaultValue: true, getInitialValueInEffect: false });

/** Keys as they look on a keyboard: 'g q' as a sequence, 'Ctrl+Enter' together, with ⌘ on a Mac. */
export function Keys({ keys }: { keys: string }) {
  return keys.split(' ').map((part, at) => (
    <Fragment key={part}>
      {at > 0 && ' then '}
      {part.split(/(?<=.)\+/).map((key, place) => (
        <Fragment key={key}>
          {place > 0 && ' + '}
          <Kbd size="xs">{key === 'Ctrl' && isMac() ? '⌘' : key}</Kbd>
        </Fragment>
      ))}
    </Fragment>
  ));
}

/** A tooltip with the action of a button and its key, on hover and focus. */
export function KeyTip({ keys, label, children }: { keys: string; label: string; children: ReactElement }) {
  const [on] = useKeysOn();
  return (
    <Tooltip
      label={
        <>
          {label} {on && <Keys keys={keys} />}
        </>
      }
    >
      {children}
    </Tooltip>
  );
}

/** Below a button: what it does, and its key. Always visible, for what must be known before pressing it. */
export function KeyHint({ keys, children }: { keys: string; children: string }) {
  const [on] = useKeysOn();
  return (
    <Text size="xs" c="dimmed" ta="center">
      {children} {(on || isChord(keys)) && <Keys keys={keys} />}
    </Text>
  );
}
