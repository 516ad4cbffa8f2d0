// The versions of a country's rules as shown to operators, and the difference between two. Returns undefined for an unknown
// country or version; the caller refuses.
import type { RuleDifference, RuleSet, RuleVersionList } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { findCountryName, findSet, listSets } from './reference-store.ts';
import type { RequirementEntry } from './requirement.ts';

export async function listRuleVersions(tx: Tx, countryCode: string): Promise<RuleVersionList | undefined> {
  const name = await findCountryName(tx, countryCode);
  if (name === undefined) return undefined;
  const sets = await listSets(tx, countryCode);
  return {
    countryCode,
    name,
    items: sets.toReversed().map((set) => ({
      ...set,
      createdAt: set.createdAt.toISOString(),
      activatedAt: set.activatedAt?.toISOString() ?? null,
      retiredAt: set.retiredAt?.toISOString() ?? null,
    })),
  };
}

export async function readRuleSet(tx: Tx, countryCode: string, version: number): Promise<RuleSet | undefined> {
  const set = await findSet(tx, countryCode, version);
  return set === undefined ? undefined : { countryCode, version, status: set.status, entries: set.entries };
}

export async function differenceOfRules(
  tx: Tx,
  countryCode: string,
  { from, to }: { from: number; to: number },
): Promise<RuleDifference | undefined> {
  const before = await findSet(tx, countryCode, from);
  const after = await findSet(tx, countryCode, to);
  if (before === undefined || after === undefined) return undefined;
  return { countryCode, from, to, documents: compareRules(before.entries, after.entries) };
}

type Documents = RuleDifference['documents'];

/** In the order in which the documents are displayed; removed ones come last. */
function compareRules(before: readonly RequirementEntry[], after: readonly RequirementEntry[]): Documents {
  const inOrder = (entries: readonly RequirementEntry[]) =>
    entries.toSorted((one, other) => one.displayOrder - other.displayOrder);
  const earlier = new Map(before.map((entry) => [entry.identityTypeCode, entry]));
  const later = new Map(after.map((entry) => [entry.identityTypeCode, entry]));
  const codes = new Set([...inOrder(after), ...inOrder(before)].map((entry) => entry.identityTypeCode));
  return [...codes].flatMap((identityTypeCode): Documents => {
    const [old, current] = [earlier.get(identityTypeCode), later.get(identityTypeCode)];
    const fields = fieldsThatDiffer(old, current);
    if (fields.length === 0) return [];
    return [
      {
        identityTypeCode,
        change: old === undefined ? 'Added' : current === undefined ? 'Removed' : 'Changed',
        fields,
      },
    ];
  });
}

function fieldsThatDiffer(before: RequirementEntry | undefined, after: RequirementEntry | undefined) {
  const [old, current] = [flatten(before), flatten(after)];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: current.get(field) ?? null }))
    .filter((one) => one.before !== one.after);
}

type Value = string | number | boolean;

/** The fields of an entry by name, with paths for nested ones such as 'validationRules.regex'. */
function flatten(entry: object | undefined, prefix = ''): Map<string, Value> {
  const pairs = Object.entries(entry ?? {}).flatMap(([name, value]): [string, Value][] => {
    if (name === 'identityTypeCode') return [];
    if (typeof value === 'object' && value !== null) return [...flatten(value, `${prefix}${name}.`)];
    return [[prefix + name, value]];
  });
  return new Map(pairs);
}
