/** Which links stand below a list: none below a single page, the first page from any later one, the next if there is one. */
export function linksOf(place: string | undefined, next: string | null): ('first' | 'next')[] {
  return [...(place === undefined ? [] : (['first'] as const)), ...(next === null ? [] : (['next'] as const))];
}

/** The address of another page of the list: its filters stay. */
export const searchAt =
  (of: string, cursor: string | undefined) =>
  (old: object): object => ({ ...old, [of]: cursor });
