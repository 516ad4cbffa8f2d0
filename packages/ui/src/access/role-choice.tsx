import { Radio, Stack } from '@mantine/core';

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
