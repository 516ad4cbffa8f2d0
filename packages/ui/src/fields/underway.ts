/**
 * The searches still pending once one of them is in the URL, in order: the router may skip some, so those before it never arrive.
 * Undefined if the URL has a search that this field did not start, which voids all pending ones.
 */
export function underwayAfter(arrived: string, underway: readonly string[]): string[] | undefined {
  const at = underway.indexOf(arrived);
  return at < 0 ? undefined : underway.slice(at + 1);
}
