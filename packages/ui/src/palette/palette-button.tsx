// The button and the key that open the command palette. Its contents are loaded when it is opened for the first time.
import { TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Dialog } from '../dialog/index.ts';
import { IconSearch } from '../icons/index.ts';
import { Keys, useKey } from '../keys/index.ts';
import classes from './palette.module.css';

export interface PaletteProps {
  /** What was typed before the palette was loaded. */
  start: string;
  /** Closes the palette, then runs the chosen action, which may open another dialog. */
  onClose: (then?: () => void) => void;
}

const KEYS = 'Ctrl+K';

export function PaletteButton({ load }: { load: () => Promise<ComponentType<PaletteProps>> }) {
  const [opened, setOpened] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [start, setStart] = useState('');
  const chosen = useRef<() => void>(undefined);
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;

  const close = (then?: () => void) => {
    chosen.current = then;
    setOpened(false);
  };
  const open = () => {
    setStart('');
    setOpened(true);
    if (Palette !== undefined) return;
    load().then(
      (part) => setPalette(() => part),
      () => {
        close();
        notifications.show({ color: 'red', message: 'The search could not be loaded. Reload the page to use it.' });
      },
    );
  };
  useKey(KEYS, open, 'Search, or run a command', { everywhere: true });
  useEffect(() => {
    const run = chosen.current;
    chosen.current = undefined;
    // After the dialog has returned the focus.
    if (!opened && run !== undefined) setTimeout(run);
  }, [opened]);

  return (
    <>
      <UnstyledButton
        className={classes.open}
        onClick={open}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.words}>Search</span>
        <span className={classes.keys} aria-hidden>
          <Keys keys={KEYS} />
        </span>
      </UnstyledButton>
      {opened && (
        <Dialog
          onClose={close}
          title={<VisuallyHidden>Search</VisuallyHidden>}
          withCloseButton={false}
          centered={false}
          yOffset="10vh"
          size="lg"
          padding={0}
          fullScreen={isPhone}
          classNames={{ header: classes.header ?? '' }}
        >
          {Palette === undefined ? (
            <TextInput
              data-autofocus
              size="md"
              variant="unstyled"
              className={classes.field ?? ''}
              aria-label="Search"
              value={start}
              onChange={(event) => setStart(event.currentTarget.value)}
            />
          ) : (
            <Palette start={start} onClose={close} />
          )}
        </Dialog>
      )}
    </>
  );
}
