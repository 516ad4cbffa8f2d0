// Dialogs to register, replace and rotate; the URL says which one is open.
import { Alert, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { SECRET_OVERLAP_HOURS } from '@onboarding/contract/limits';
import { Permitted, StepUp } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { Copied } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { operation, useAction } from '../../api/client.ts';

const route = getRouteApi('/frame/webhooks');
const REFRESHES = ['readWebhook', 'listWebhookChanges'];
const TITLES = {
  register: 'Register a webhook',
  replace: 'Replace the URL',
  rotate: 'Rotate the secret',
} as const;
const OPERATIONS = {
  register: 'registerWebhook',
  replace: 'replaceWebhook',
  rotate: 'rotateWebhookSecret',
} as const;

export function WebhookDialogs() {
  const { action } = route.useSearch();
  const navigate = route.useNavigate();
  // Shown only once: closing the dialog by accident would lose it permanently.
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setSecret(undefined);
    void navigate({ search: (before) => ({ ...before, action: undefined }), replace: true });
  };
  const held = secret !== undefined;
  return (
    <Modal
      opened={action !== undefined}
      onClose={close}
      title={action === undefined ? '' : held ? 'Save the secret' : TITLES[action]}
      size="lg"
      withCloseButton={!held}
      closeOnEscape={!held}
      closeOnClickOutside={!held}
    >
      {held ? (
        <SecretOnce secret={secret} onSaved={close} />
      ) : (
        action !== undefined && (
          <Permitted to={operation(OPERATIONS[action])}>
            <StepUp>
              {action === 'rotate' ? (
                <Rotate onSecret={setSecret} onCancel={close} />
              ) : (
                <Address action={action} onSecret={setSecret} onDone={close} />
              )}
            </StepUp>
          </Permitted>
        )
      )}
    </Modal>
  );
}

function Address({
  action,
  onSecret,
  onDone,
}: {
  action: 'register' | 'replace';
  onSecret: (secret: string) => void;
  onDone: () => void;
}) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { url: '' } });
  const save = useAction(action === 'register' ? 'registerWebhook' : 'replaceWebhook', {
    refreshes: REFRESHES,
    onDone({ webhookSecret, message }) {
      if (webhookSecret !== null) return onSecret(webhookSecret);
      notifications.show({ title: 'The URL is saved', message });
      onDone();
    },
  });
  const submit = form.onSubmit(({ url }) =>
    save.mutate({ body: { url: url.trim() } }, { onError: (failure) => form.setErrors(failure.fieldErrors()) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          {...form.getInputProps('url')}
          key={form.key('url')}
          data-autofocus
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          label="URL of your receiver"
          description="It starts with https://, can be reached from the internet and uses port 443 or 8443. For your own machine, use the CLI (@onboarding/cli): onboarding listen"
          placeholder="https://hooks.example.com/onboarding"
        />
        {action === 'replace' && (
          <Text size="sm">Waiting deliveries go to the new URL. The current secret stays valid.</Text>
        )}
        <ActionFailure error={save.error} marked />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {action === 'register' ? 'Register' : 'Replace'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Rotate({ onSecret, onCancel }: { onSecret: (secret: string) => void; onCancel: () => void }) {
  const rotate = useAction('rotateWebhookSecret', {
    refreshes: REFRESHES,
    onDone: ({ webhookSecret }) => onSecret(webhookSecret),
  });
  return (
    <Stack>
      <Text size="sm">
        You get a new secret. For {SECRET_OVERLAP_HOURS} hours we sign each delivery with both, so your receiver keeps
        working while you switch. After that, we sign with the new one only. If you rotated within the last{' '}
        {SECRET_OVERLAP_HOURS} hours, the oldest secret stops working immediately.
      </Text>
      <ActionFailure error={rotate.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button data-autofocus loading={rotate.isPending} onClick={() => rotate.mutate({})}>
          Create a new secret
        </Button>
      </Group>
    </Stack>
  );
}

/** A secret that cannot be shown again: it stays until the person confirms that it is saved. */
function SecretOnce({ secret, onSaved }: { secret: string; onSaved: () => void }) {
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Stack>
      <Alert color="warning" title="We show it only once">
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
