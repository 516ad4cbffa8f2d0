import { Group } from '@mantine/core';
import { ButtonLink } from '../shell/index.ts';
import { linksOf, searchAt } from './list-links.ts';

/** Links to the first and the next page of a list whose cursor is in the URL, beside its filters. */
export function ListFoot({
  place,
  next,
  of = 'cursor',
  words = ['First page', 'Next page'],
}: {
  place: string | undefined;
  /** The cursor of the next page, if there is one. */
  next: string | null;
  /** The name of the query parameter. */
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

/** For lists sorted by newest first. */
export const BY_TIME = ['Newest', 'Older'] as const;
