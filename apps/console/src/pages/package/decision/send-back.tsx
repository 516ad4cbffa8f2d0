// For a second analyst who disagrees: ends the proposal with a note that says why.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
import { Dialog } from '@onboarding/ui/dialog';
import { Allowed } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { type FormEvent, useState } from 'react';
import { operation, useAction } from '../../../api/client.ts';
import { colleagueName, MADE_STALE } from './words.ts';

interface SendBackProps {
  found: PackageRecord;
  proposal: PackageDecisionRecord;
  onDone: (words: string) => void;
}

export function SendBack(props: SendBackProps) {
  const [asked, { open, close }] = useDisclosure(false);
  return (
    <>
      <Allowed to={operation('sendDecisionBack')}>
        {(disabled) => (
          <Button variant="default" disabled={disabled} onClick={open}>
            Disagree, send back
          </Button>
        )}
      </Allowed>
      {asked && <Question {...props} onClose={close} />}
    </>
  );
}

const NOTE_MAX = 4000;

function Question({ found, proposal, onDone, onClose }: SendBackProps & { onClose: () => void }) {
  const [text, setText] = useState('');
  const [told, setTold] = useState(false);
  const proposer = colleagueName(proposal.proposedBy);
  const sendBack = useAction('sendDecisionBack', {
    refreshes: MADE_STALE,
    onDone: () => onDone(`Sent back to ${proposer}, with your note.`),
  });
  const isMissing = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (isMissing) return;
    const { customerId } = found.business;
    sendBack.mutate({ params: { customerId, decisionId: proposal.decisionId }, body: { text } });
  };
  return (
    <Dialog onClose={onClose} title="Send this proposal back?">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">
            The proposal ends, {proposer} keeps the package and gets a mail. The partner is not told.
          </Text>
          <Textarea
            label={`What should ${proposer} reconsider?`}
            description="Saved as a note for colleagues."
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            maxLength={NOTE_MAX}
            value={text}
            error={told && isMissing ? 'Say why, so that the next proposal can be better.' : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ActionFailure error={sendBack.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={sendBack.isPending}>
              Send back
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
