import { Kbd, Tooltip } from '@mantine/core';
import { Fragment, type ReactElement } from 'react';
import { useKeysOn } from './keys-on.ts';

/** Keys as they look on a keyboard: 'g q' as a sequence, 'Ctrl+Enter' together. */
export function Keys({ keys }: { keys: string }) {
  return keys.split(' ').map((part, at) => (
    <Fragment key={part}>
      {at > 0 && ' then '}
      {part.split(/(?<=.)\+/).map((key, place) => (
        <Fragment key={key}>
          {place > 0 && ' + '}
          <Kbd size="xs">{key}</Kbd>
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
      events={{ hover: true, focus: true, touch: false }}
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
