import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type AccountChange, type ChangeableUser, changesOf } from './account-changes.ts';

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
          <Menu.Item key={change} onClick={() => onAsk(change)} {...(grave ? { color: 'red' } : {})}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
