import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';

interface NamedUser {
  name: string;
  email: string;
}

/** The fields of an invitation. */
export function UserFields({
  value,
  onChange,
  errors,
}: {
  value: NamedUser;
  onChange: (person: NamedUser) => void;
  errors: Record<string, string | undefined>;
}) {
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={100}
        data-autofocus
        value={value.name}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
        error={errors.name}
      />
      <TextInput
        type="email"
        label="E-mail address"
        required
        maxLength={254}
        value={value.email}
        onChange={(event) => onChange({ ...value, email: event.currentTarget.value })}
        error={errors.email}
      />
    </>
  );
}

export function announceInvitation({ email }: { email: string }): void {
  notifications.show({ message: `We are sending a link to ${email}.` });
}
