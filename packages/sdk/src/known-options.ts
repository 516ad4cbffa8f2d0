// Refuses misspelled options: ignored in silence, one would lose a precondition or a key. Callers without types have no compiler
// that finds them.

/** Throws for an option that has none of these names, and suggests the most similar one. */
export function refuseUnknown(options: object | undefined, names: Readonly<Record<string, true>>): void {
  const unknown = Object.keys(options ?? {}).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const [nearest] = Object.keys(names)
    .map((name) => ({ name, likeness: likenessOf(name, unknown) }))
    .filter(({ likeness }) => likeness > 0.4)
    .sort((one, other) => other.likeness - one.likeness);
  throw new TypeError(`Unknown option ${unknown}${nearest === undefined ? '.' : `: did you mean ${nearest.name}?`}`);
}

/** From 0 to 1, by the pairs of adjacent letters that both contain. */
function likenessOf(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  return (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}

function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return new Set([...letters].slice(1).map((letter, at) => `${letters[at]}${letter}`));
}
