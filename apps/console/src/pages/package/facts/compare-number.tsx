// Compares an identity number with the document: the analyst types what it shows; the stored number is never displayed.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ComparisonAnswer } from '@onboarding/contract';
import { IconAlertTriangle, IconCheck } from '@onboarding/ui/icons';
import { Allowed } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { type FormEvent, useState } from 'react';
import { operation, useAction } from '../../../api/client.ts';
import classes from './compare-number.module.css';
import { matchWords, triesWords } from './person-facts.ts';

export function CompareNumber({ customerId, identityId }: { customerId: string; identityId: string }) {
  const [value, setValue] = useState('');
  const compare = useAction('compareIdentityNumber');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '') compare.mutate({ params: { customerId, identityId }, body: { value } });
  };
  return (
    <Allowed to={operation('compareIdentityNumber')}>
      {(disabled) => (
        <form onSubmit={submit}>
          <Stack gap={4}>
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                size="xs"
                flex={1}
                label="Number on the document"
                value={value}
                disabled={disabled}
                autoComplete="off"
                spellCheck={false}
                maxLength={255}
                onChange={(event) => {
                  setValue(event.currentTarget.value);
                  // The result was for the previous input.
                  compare.reset();
                }}
              />
              <Button size="xs" type="submit" variant="default" disabled={disabled} loading={compare.isPending}>
                Compare
              </Button>
            </Group>
            <div role="status">{compare.data !== undefined && <Answer answer={compare.data} />}</div>
            <ActionFailure error={compare.error} />
          </Stack>
        </form>
      )}
    </Allowed>
  );
}

function Answer({ answer }: { answer: ComparisonAnswer }) {
  const { matches, triesResetAt } = answer;
  const Icon = matches ? IconCheck : IconAlertTriangle;
  return (
    <>
      <Group gap={6} wrap="nowrap" className={matches ? classes.matches : classes.differs}>
        <Icon size={16} aria-hidden />
        <Text size="sm" fw={600}>
          {matchWords(answer)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {triesWords(answer)} <When at={triesResetAt} />
      </Text>
    </>
  );
}
