// Actions on an account: each asks for the second factor first, explains the consequences, and then runs.
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Operation } from '../api/index.ts';
import { type AccountChange, type ChangeableUser, changesOf, wordsOf } from './account-changes.ts';
import { ActionDialog } from './action-dialog.tsx';

export function AccountButtons({
  person,
  disabled,
  onAsk,
}: {
  person: ChangeableUser;
  disabled: boolean;
  onAsk: (change: AccountChange | 'role') => void;
}) {
  return (
    <Group gap="sm">
      <Button variant="default" disabled={disabled} onClick={() => onAsk('role')}>
        Change the role
      </Button>
      {changesOf(person).map(({ change, label, grave }) => (
        <Button
          key={change}
          disabled={disabled}
          onClick={() => onAsk(change)}
          {...(grave ? { variant: 'light', color: 'danger' } : { variant: 'default' })}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

export function AccountDialog({
  to,
  person,
  change,
  also,
  pending,
  error,
  onConfirm,
  onClose,
  children,
}: {
  to: Operation;
  person: ChangeableUser;
  change: AccountChange;
  /** Additional consequences on this site. */
  also?: string | undefined;
  pending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  /** Fields that show their own error messages. */
  children?: ReactNode;
}) {
  const { title, label, button = label, text, grave = false } = wordsOf(change);
  const dialog = { to, title: title(person.name), button, grave, pending, error, onConfirm, onClose };
  return (
    <ActionDialog {...dialog} marked={children !== undefined}>
      <Text size="sm">{text}</Text>
      {also !== undefined && <Text size="sm">{also}</Text>}
      {children}
    </ActionDialog>
  );
}

/** The menu of account actions in a row of a table. */
export function AccountMenu({
  person,
  disabled,
  onAsk,
}: {
  person: ChangeableUser;
  disabled: boolean;
  onAsk: (change: AccountChange) => void;
}) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          disabled={disabled}
          aria-label={`Access for ${person.name}`}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Access
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {changesOf(person).map(({ change, label, grave }) => (
          <Menu.Item key={change} onClick={() => onAsk(change)} {...(grave ? { color: 'danger' } : {})}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
