// Why does my receiver refuse the signature? Answered in the browser: nothing that is typed here is sent anywhere.
import { Alert, Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { checkSignature, type Given, type Mistake, type Sent, type Verdict } from './signature.ts';

const MISTAKES: Record<Mistake, string> = {
  UndecodedSecret:
    'Your code signs with the text of the secret. Decode the part after whsec_ from base64 first: those bytes are the key.',
  PrefixInKey:
    'Your code signs with the full text of the secret. Remove whsec_, then decode the rest from base64: those bytes are the key.',
  RewrittenBody:
    'The body was parsed and serialised again, which changes its bytes. Sign the raw body, before your framework or a proxy touches it.',
  OtherTimestamp:
    'The timestamp belongs to another attempt. Each attempt has its own: take Svc-Timestamp and Svc-Signature from the same request.',
  BodyOnly: 'Your code signs only the body. Sign the id, the timestamp and the body, joined by full stops.',
  HexOutput: 'Your code writes the signature in hexadecimal. Write it in base64.',
  UrlSafeOutput: 'Your code writes the signature in base64url. Write it in ordinary base64, with + and / and =.',
};

export function SignatureCheck({ sent }: { sent: Sent }) {
  const [given, setGiven] = useState<Given>({ secret: '', headers: '', computed: '' });
  const [verdict, setVerdict] = useState<Verdict>();
  const set = (change: Partial<Given>) => {
    setGiven({ ...given, ...change });
    setVerdict(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setVerdict(await checkSignature(sent, given));
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text size="sm">
          Does your receiver reject this delivery? Paste its secret and the headers it received. Everything is computed
          in your browser; nothing is sent or stored.
        </Text>
        <TextInput
          label="Secret"
          description="As shown when it was created. It starts with whsec_."
          type="password"
          autoComplete="off"
          value={given.secret}
          onChange={({ currentTarget }) => set({ secret: currentTarget.value })}
        />
        <Textarea
          label="Received headers"
          description="One per line, as your receiver logged them."
          placeholder={'Svc-Id: ...\nSvc-Timestamp: ...\nSvc-Signature: ...'}
          rows={4}
          spellCheck={false}
          value={given.headers}
          onChange={({ currentTarget }) => set({ headers: currentTarget.value })}
        />
        <TextInput
          label="Signature that your code computed (optional)"
          description="Lets us find the mistake in your code."
          autoComplete="off"
          spellCheck={false}
          value={given.computed}
          onChange={({ currentTarget }) => set({ computed: currentTarget.value })}
        />
        <Group>
          <Button type="submit" variant="default" disabled={given.secret.trim() === '' || given.headers.trim() === ''}>
            Check
          </Button>
        </Group>
        <div aria-live="polite">
          {verdict !== undefined && <Answer verdict={verdict} isCompared={given.computed.trim() !== ''} />}
        </div>
      </Stack>
    </form>
  );
}

function Answer({ verdict, isCompared }: { verdict: Verdict; isCompared: boolean }) {
  switch (verdict.kind) {
    case 'Right':
      return (
        <Alert color="teal" title="The signature is valid">
          {verdict.previous
            ? 'It was created with the previous secret, which is valid for 24 hours after a rotation. Configure your receiver with the new one by then.'
            : isCompared
              ? 'Your code computed the same signature. Compare it with each signature in the header, in constant time.'
              : 'The headers and this secret match the body that we sent. If your receiver still rejects it, paste the signature that your code computes.'}
        </Alert>
      );
    case 'Mistakes':
      return (
        <Alert color="orange" title={verdict.mistakes.length === 1 ? 'We found the mistake' : 'We found the mistakes'}>
          <List size="sm">
            {verdict.mistakes.map((mistake) => (
              <List.Item key={mistake}>{MISTAKES[mistake]}</List.Item>
            ))}
          </List>
        </Alert>
      );
    default:
      return (
        <Alert color="orange" title="The signature does not match">
          {reasonOf(verdict)}
        </Alert>
      );
  }
}

function reasonOf(verdict: Exclude<Verdict, { kind: 'Right' | 'Mistakes' }>): string {
  switch (verdict.kind) {
    case 'SecretUnreadable':
      return 'This is not a webhook secret. A secret starts with whsec_, followed by base64. Copy all of it.';
    case 'HeaderMissing':
      return `The header ${verdict.header} is missing. Some proxies drop unknown headers: allow those that start with Svc-.`;
    case 'OtherEvent':
      return `These headers belong to another event (${verdict.eventId}). Open the delivery of that event, or paste the headers of this one.`;
    case 'OtherSecret':
      return 'We sent this signature, but with a different secret. Yours is an older one, or belongs to another environment. Configure your receiver with the current secret; if nobody has it, rotate it.';
    case 'Unknown':
      return 'None of the usual mistakes explains it. Check that the headers arrive unchanged, and that the secret belongs to this environment.';
  }
}
