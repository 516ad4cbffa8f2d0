import { Group } from '@mantine/core';
import { ButtonLink } from '../shell/index.ts';
import { linksOf, searchAt } from './list-links.ts';

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
  const links = linksOf(place, next);
  if (links.length === 0) return null;
  return (
    <Group justify="flex-end" mt="md">
      {links.includes('first') && (
        <ButtonLink to="." search={searchAt(of, undefined)} variant="default">
          {words[0]}
        </ButtonLink>
      )}
      {links.includes('next') && (
        <ButtonLink to="." search={searchAt(of, next ?? undefined)} variant="default">
          {words[1]}
        </ButtonLink>
      )}
    </Group>
  );
}

/** For lists that begin with what happened last. */
export const BY_TIME = ['Newest', 'Older'] as const;
