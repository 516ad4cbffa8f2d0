import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { Copied } from '@onboarding/ui/values';
import { useEffect, useState } from 'react';

/** A secret that cannot be shown again: it stays until the person confirms that it is saved. */
export function SecretOnce({ secret, onSaved }: { secret: string; onSaved: () => void }) {
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Stack>
      <Alert color="yellow" title="We show it only once">
        Store it where your receiver can read it, such as your server’s settings. Anyone who has it can sign events in
        our name.
      </Alert>
      <Copied text={secret} what="the secret" />
      <Checkbox
        label="I have saved the secret"
        checked={saved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        If you lose it, rotate the secret to get another.
      </Text>
      <Group justify="flex-end">
        <Button disabled={!saved} onClick={onSaved}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
