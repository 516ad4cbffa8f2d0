import { Text } from '@mantine/core';
import { useState } from 'react';
import type { Operation } from '../api/index.ts';
import { ActionDialog } from './action-dialog.tsx';
import { RoleChoice } from './role-choice.tsx';

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
