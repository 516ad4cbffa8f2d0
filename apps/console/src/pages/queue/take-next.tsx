// Claims the next package of the queue, with the filters chosen there, and opens it.
import { Button, Group, Stack, Text } from '@mantine/core';
import { KeyTip, useKey } from '@onboarding/ui/keys';
import { parseSearch, stringifySearch } from '@onboarding/ui/search';
import { Allowed, useAllowed } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction } from '../../api/client.ts';
import { claimPatiently, nextToConfirm } from './queue-rules.ts';
import { filtersOf, type QueueSearch, queueSearch } from './search.ts';
import { nothingWords, withoutPlace } from './taking.ts';

const REMEMBERED = 'queue-filters';

/** For the other pages that take the next package. */
export function rememberFilters(search: QueueSearch): void {
  sessionStorage.setItem(REMEMBERED, stringifySearch(withoutPlace(search)));
}

const rememberedFilters = () => queueSearch(parseSearch(sessionStorage.getItem(REMEMBERED) ?? ''));

/** Opens the package that `find` returns; without one, shows the given words. */
function useStep(find: () => Promise<string | null>, nothing: () => string) {
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  /** Why there was no package to open. */
  const [words, setWords] = useState<string>();

  async function step() {
    setPending(true);
    setError(null);
    setWords(undefined);
    try {
      const customerId = await find();
      if (customerId === null) setWords(nothing());
      else await navigate({ to: '/packages/$customerId', params: { customerId } });
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      setPending(false);
    }
  }

  return { take: () => void (isPending || step()), isPending, error, words };
}

export type Step = ReturnType<typeof useStep>;

/** Claims the next package and opens it. Without a search, uses the last filters of the queue. */
export function useTakeNext(search?: QueueSearch): Step {
  const claim = useAction('claimNextPackage', { refreshes: ['readPackage', 'listQueue', 'readQueueCounts'] });
  const wanted = () => search ?? rememberedFilters();
  return useStep(
    async () => {
      const body = filtersOf(wanted());
      return (await claimPatiently(() => claim.mutateAsync({ body })))?.customerId ?? null;
    },
    () => nothingWords(wanted()),
  );
}

/** Enough to get past the packages that the analyst has skipped; each one listed is recorded as read. */
const LOOKED_THROUGH = 10;

/** Opens the next package with a colleague's proposal. The colleague keeps the claim. */
export function useNextToConfirm(customerId: string): Step {
  const list = useAction('listQueue');
  return useStep(
    async () => {
      const { items } = await list.mutateAsync({ query: { awaiting: 'Confirmation', limit: LOOKED_THROUGH } });
      return nextToConfirm(items, customerId);
    },
    () => 'Nothing else waits for your confirmation.',
  );
}

/** The button of the queue, with the key n. */
export function TakeNext({ search }: { search: QueueSearch }) {
  const allowed = useAllowed(operation('claimNextPackage'));
  const { take, isPending, error, words } = useTakeNext(search);
  useKey('n', take, 'Take the next package', { enabled: allowed });
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="sm" wrap="nowrap">
        <Text size="sm" role="status">
          {words}
        </Text>
        <Allowed to={operation('claimNextPackage')}>
          {(disabled) => (
            <KeyTip keys="n" label="Take the next package">
              <Button disabled={disabled} loading={isPending} onClick={take} flex="none">
                Take next
              </Button>
            </KeyTip>
          )}
        </Allowed>
      </Group>
      <ActionFailure error={error} />
    </Stack>
  );
}
