// Finds out in the browser why a receiver refuses a signature; nothing typed here is sent.
import { Alert, Button, Group, List, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { checkSignature, type Given, type Sent, type Verdict } from './signature.ts';
import { answerTo, canCheck, isCompared } from './signature-words.ts';

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
          <Button type="submit" variant="default" disabled={!canCheck(given)}>
            Check
          </Button>
        </Group>
        <div aria-live="polite">
          {verdict !== undefined && <Answer verdict={verdict} isCompared={isCompared(given)} />}
        </div>
      </Stack>
    </form>
  );
}

function Answer({ verdict, isCompared }: { verdict: Verdict; isCompared: boolean }) {
  const { isRight, title, words } = answerTo(verdict, isCompared);
  return (
    <Alert color={isRight ? 'success' : 'warning'} title={title}>
      {typeof words === 'string' ? (
        words
      ) : (
        <List size="sm">
          {words.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
