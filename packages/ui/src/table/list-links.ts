/** The links below a list: none for a single page, the first page from any later one, the next page if there is one. */
export function linksOf(place: string | undefined, next: string | null): ('first' | 'next')[] {
  return [...(place === undefined ? [] : (['first'] as const)), ...(next === null ? [] : (['next'] as const))];
}

/** The query of another page of the list, with the same filters. */
export const searchAt =
  (of: string, cursor: string | undefined) =>
  (old: object): object => ({ ...old, [of]: cursor });
