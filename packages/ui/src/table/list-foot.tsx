import { Group } from '@mantine/core';
import { ButtonLink } from '../shell/index.ts';

/** Links to the first page and to the next one of a list whose place stands in the address, beside its filters. */
export function ListFoot({
  place,
  next,
  of = 'cursor',
  words = ['First page', 'Next page'],
}: {
  place: string | undefined;
  /** Of the next page, if there is one. */
  next: string | null;
  /** The parameter of the address. */
  of?: string;
  words?: readonly [first: string, next: string];
}) {
  if (place === undefined && next === null) return null;
  const at = (cursor: string | undefined) => (old: object) => ({ ...old, [of]: cursor });
  return (
    <Group justify="flex-end" mt="md">
      {place !== undefined && (
        <ButtonLink to="." search={at(undefined)} variant="default">
          {words[0]}
        </ButtonLink>
      )}
      {next !== null && (
        <ButtonLink to="." search={at(next)} variant="default">
          {words[1]}
        </ButtonLink>
      )}
    </Group>
  );
}

/** For lists that begin with what happened last. */
export const BY_TIME = ['Newest', 'Older'] as const;
