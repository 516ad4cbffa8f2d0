// Retention periods by family of data.
import { FAMILIES, type FamilyName, MOST_DAYS } from './catalogue/retention.ts';
import type { Fault } from './read.ts';

/** In days; undefined means kept until an operator sets a period. */
export type Retention = Record<FamilyName, number | undefined>;

/** A row is kept no longer than the row it refers to. */
const AT_MOST: readonly [shorter: FamilyName, longer: FamilyName][] = [
  ['webhook_attempts', 'webhook_deliveries'],
  ['webhook_deliveries', 'events'],
  ['webhook_deliveries', 'webhook_replays'],
];

/** Converts values by setting name. */
export function toRetention(values: Readonly<Record<string, unknown>>): Retention {
  const periods = FAMILIES.map(({ family, setting }) => [family, values[setting]]);
  return Object.fromEntries(periods) as Retention;
}

export function retentionFaults(values: Readonly<Record<string, unknown>>): Fault[] {
  const retention = toRetention(values);
  return AT_MOST.filter(([shorter, longer]) => (retention[shorter] ?? 0) > (retention[longer] ?? MOST_DAYS)).map(
    ([shorter, longer]) => ({
      name: settingOf(shorter),
      problem: `must be at most ${settingOf(longer)}, which is ${retention[longer]}`,
      cure: 'Increase the latter, or reduce the former.',
    }),
  );
}

function settingOf(name: FamilyName): string {
  return FAMILIES.find(({ family }) => family === name)?.setting ?? name;
}

export const DEFAULT_RETENTION: Retention = toRetention(
  Object.fromEntries(FAMILIES.map((one) => [one.setting, 'kept' in one ? one.kept : undefined])),
);
