import { Button, Group, Paper, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ApiCredentials, Certificate } from '@onboarding/contract';
import { ButtonLink } from '@onboarding/ui/shell';
import { ActionFailure } from '@onboarding/ui/states';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '../../api/client.ts';
import type { KeyPair } from './key-pair.ts';
import type { PrivateKey } from './private-key.tsx';

const route = getRouteApi('/frame/credentials/new');

export function RegisterForm({
  credentials,
  onRegistered,
}: {
  credentials: ApiCredentials;
  onRegistered: (certificate: Certificate, made: PrivateKey | undefined) => void;
}) {
  const { way = 'make' } = route.useSearch();
  const navigate = route.useNavigate();
  const [name, setName] = useState('');
  const [pasted, setPasted] = useState('');
  const [making, setMaking] = useState(false);
  const [ownProblem, setOwnProblem] = useState<string>();
  /** Kept when the registration fails, so that trying again does not make another one. */
  const made = useRef<KeyPair>(undefined);
  const register = useAction('registerApiCertificate', { refreshes: ['readApiCredentials', 'readOverview'] });
  const errors = register.error?.fieldErrors() ?? {};

  async function certificateToSend(): Promise<string | undefined> {
    if (way === 'paste') {
      // Checked here, so that a key that was pasted by mistake is not even sent.
      if (!/PRIVATE KEY/.test(pasted)) return pasted;
      setOwnProblem(
        'This contains a private key, so it was not sent. Paste the certificate alone, and keep the key where it is.',
      );
      return undefined;
    }
    setMaking(true);
    try {
      made.current ??= await (await import('./key-pair.ts')).makeKeyPair(credentials.clientId);
      return made.current.certificate;
    } finally {
      setMaking(false);
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setOwnProblem(undefined);
    const certificate = await certificateToSend();
    if (certificate === undefined) return;
    register.mutate(
      { body: { name, certificate } },
      {
        onSuccess: (registered) => {
          const key = way === 'make' ? made.current?.privateKey : undefined;
          onRegistered(
            registered,
            key === undefined ? undefined : { pem: key, fileName: fileNameOf(name), saved: false },
          );
        },
      },
    );
  }

  return (
    <Paper withBorder p="lg" component="form" onSubmit={(event: FormEvent) => void submit(event)}>
      <Stack gap="lg" maw={720}>
        <TextInput
          label="Name"
          description="Helps you and your colleagues: for example, the system that will hold the key."
          placeholder="Production, first server"
          maxLength={100}
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errors.name}
        />
        <Radio.Group
          label="Where does the key come from?"
          value={way}
          onChange={(chosen) => void navigate({ search: chosen === 'paste' ? { way: 'paste' } : {}, replace: true })}
        >
          <Stack gap="sm" mt="xs">
            <Radio
              value="make"
              label="Make a key pair here"
              description="Made by your browser, RSA with 3072 bits, valid for 365 days. You save the private key; it is never sent to us."
            />
            <Radio
              value="paste"
              label="Paste a certificate"
              description="For a key that you made yourself: RSA with at least 2048 bits. The certificate may be self-signed."
            />
          </Stack>
        </Radio.Group>
        {way === 'paste' && (
          <Textarea
            label="Certificate"
            description="One certificate in PEM format. Never the private key."
            placeholder={'-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----'}
            required
            autosize
            minRows={8}
            maxRows={20}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 13 } }}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
            error={ownProblem ?? errors.certificate}
          />
        )}
        <ActionFailure error={register.error} marked={way === 'paste' || errors.certificate === undefined} />
        <Group>
          <Button type="submit" loading={making || register.isPending}>
            {way === 'make' ? 'Make the key pair' : 'Register'}
          </Button>
          <ButtonLink to="/credentials" variant="default">
            Cancel
          </ButtonLink>
          {making && (
            <Text size="sm" role="status">
              Making a key. This takes a few seconds.
            </Text>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

/** Safe in every shell and file system. */
function fileNameOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'onboarding' : slug}-key.pem`;
}
