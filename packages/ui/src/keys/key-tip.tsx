import { Kbd, Tooltip } from '@mantine/core';
import { Fragment, type ReactElement } from 'react';
import { useKeysOn } from './keys-on.ts';

/** The keys as they look on a keyboard: 'g q' one after the other, 'Ctrl+Enter' together. */
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

/** What a button does and the key that does the same, when pointed at or focused. */
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
