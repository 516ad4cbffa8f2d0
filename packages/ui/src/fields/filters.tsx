import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { filtersLabel } from './field-rules.ts';

/** The same width as that of the menu and of tables. */
const PHONE = '(max-width: 47.99em)';

/**
 * The filters of a list, side by side; on a phone, a button that opens them. `search` and `saved` are always visible: a field, and the
 * menu of saved filters.
 */
export function Filters({
  values,
  search,
  saved,
  children,
}: {
  /** Those of the URL; undefined if not filtered. */
  values: readonly unknown[];
  search?: ReactNode;
  saved?: ReactNode;
  children: ReactNode;
}) {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(false);
  if (isPhone !== true) {
    return (
      <Group align="flex-end" gap="sm">
        {search}
        {children}
        {saved}
      </Group>
    );
  }
  const close = () => setOpen(false);
  return (
    <Stack gap="sm">
      {search !== undefined && <Group>{search}</Group>}
      <Group gap="sm" wrap="nowrap">
        <Button variant="default" flex={1} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {filtersLabel(values)}
        </Button>
        {saved}
      </Group>
      <Modal opened={open} onClose={close} title="Filters" fullScreen>
        <Stack>
          {children}
          <Button onClick={close}>Show the list</Button>
        </Stack>
      </Modal>
    </Stack>
  );
}
