/**
 * What is still underway once a search is in the URL, in the order of the searches: the router may skip some, so that those
 * before it never come. Undefined if the URL has a search that this field has not begun: whatever is underway is void then.
 */
export function underwayAfter(arrived: string, underway: readonly string[]): string[] | undefined {
  const at = underway.indexOf(arrived);
  return at < 0 ? undefined : underway.slice(at + 1);
}
