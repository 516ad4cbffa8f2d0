import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Operation } from '../api/index.ts';
import { ActionDialog } from './action-dialog.tsx';

/** A choice of roles, each with what it may do. */
export function RoleChoice<Role extends string>({
  roles,
  value,
  onChange,
}: {
  roles: Record<Role, { name: string; may: string }>;
  value: Role;
  onChange: (role: Role) => void;
}) {
  const names = Object.keys(roles) as Role[];
  return (
    <Radio.Group
      label="Role"
      value={value}
      onChange={(chosen) => {
        const role = names.find((one) => one === chosen);
        if (role !== undefined) onChange(role);
      }}
    >
      <Stack gap="sm" mt="xs">
        {names.map((role) => (
          <Radio key={role} value={role} label={roles[role].name} description={roles[role].may} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

export function RoleDialog<Role extends string>({
  to,
  person,
  roles,
  pending,
  error,
  onConfirm,
  onClose,
}: {
  to: Operation;
  person: { name: string; role: Role };
  roles: Record<Role, { name: string; may: string }>;
  pending: boolean;
  error: Error | null;
  onConfirm: (role: Role) => void;
  onClose: () => void;
}) {
  const [role, setRole] = useState(person.role);
  return (
    <ActionDialog
      to={to}
      title={`Change ${person.name}’s role`}
      button="Change the role"
      pending={pending}
      error={error}
      onConfirm={() => onConfirm(role)}
      onClose={onClose}
    >
      <RoleChoice roles={roles} value={role} onChange={setRole} />
      <Text size="sm" c="dimmed">
        The new role takes effect with their next action.
      </Text>
    </ActionDialog>
  );
}
