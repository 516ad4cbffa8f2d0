// Compares an identity number with the document: the analyst types what it shows; the stored number is never displayed.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ComparisonAnswer, PackageRecord } from '@onboarding/contract';
import { IconAlertTriangle, IconCheck } from '@onboarding/ui/icons';
import { Allowed, useSession } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { operation, useAction } from '../../../api/client.ts';
import classes from './compare-number.module.css';
import { comparisonsOf, matchWords, triesWords, withComparison } from './person-facts.ts';

export function CompareNumber({ found, identityId }: { found: PackageRecord; identityId: string }) {
  const [value, setValue] = useState('');
  const { customerId } = found.business;
  const { session } = useSession();
  const queries = useQueryClient();
  const compare = useAction('compareIdentityNumber', {
    // Reading the package again would be recorded as another read by the person.
    onDone: ({ matches }) =>
      queries.setQueryData<PackageRecord>(
        ['readPackage', { params: { customerId } }],
        (before) => before && withComparison(before, session, { identityId, matches }),
      ),
  });
  const earlier = comparisonsOf(found, identityId, compare.data === undefined ? undefined : session.accountId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '') compare.mutate({ params: { customerId, identityId }, body: { value } });
  };
  return (
    <Allowed to={operation('compareIdentityNumber')}>
      {(disabled) => (
        <form onSubmit={submit}>
          <Stack gap={4}>
            {earlier.map((one) => (
              <Result key={one.accountId} matches={one.matches}>
                : {one.name ?? 'a former colleague'}, <When at={one.comparedAt} />
              </Result>
            ))}
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
  return (
    <>
      <Result matches={answer.matches} />
      <Text size="xs" c="dimmed">
        {triesWords(answer)} <When at={answer.triesResetAt} />
      </Text>
    </>
  );
}

/** With whose result it is, and since when, as children. */
function Result({ matches, children }: { matches: boolean; children?: ReactNode }) {
  const Icon = matches ? IconCheck : IconAlertTriangle;
  return (
    <Group gap={6} wrap="nowrap" className={matches ? classes.matches : classes.differs}>
      <Icon size={16} aria-hidden />
      <Text size="sm">
        <strong>{matchWords({ matches })}</strong>
        {children}
      </Text>
    </Group>
  );
}
