import { Button, Stack, Text, Textarea, Title } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { Allowed } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useState } from 'react';
import { operation, useAction } from '../../../api/client.ts';
import classes from './facts.module.css';

const LONGEST = 4_000;

export function Notes({ found }: { found: PackageRecord }) {
  return (
    <section aria-labelledby="notes">
      <Title order={2} size="h6" mb={6} id="notes">
        Notes
      </Title>
      <Stack gap="sm">
        {found.business.erasedAt === null && <NoteForm found={found} />}
        {found.notes.map(({ noteId, text, writtenBy, writtenAt }) => (
          <div key={noteId} className={classes.note}>
            <Text size="sm" className={classes.words}>
              {text ?? 'Erased'}
            </Text>
            <Text size="xs" c="dimmed">
              {writtenBy.name ?? 'A former colleague'}, <When at={writtenAt} />
            </Text>
          </div>
        ))}
      </Stack>
    </section>
  );
}

function NoteForm({ found }: { found: PackageRecord }) {
  const [text, setText] = useState('');
  const write = useAction('writeNote', { refreshes: ['readPackage'], onDone: () => setText('') });
  const params = { customerId: found.business.customerId };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        write.mutate({ params, body: { text } });
      }}
    >
      <Allowed to={operation('writeNote')}>
        {(disabled) => (
          <Stack gap={6} align="flex-start">
            <Textarea
              label="For colleagues"
              description="Partners never see notes."
              autosize
              minRows={2}
              maxRows={8}
              w="100%"
              maxLength={LONGEST}
              value={text}
              disabled={disabled}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Button
              type="submit"
              size="compact-sm"
              variant="default"
              disabled={disabled || text.trim() === ''}
              loading={write.isPending}
            >
              Add the note
            </Button>
          </Stack>
        )}
      </Allowed>
      <ActionFailure error={write.error} />
    </form>
  );
}
