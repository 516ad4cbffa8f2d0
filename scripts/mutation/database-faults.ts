// Faults in the schema: a dropped constraint, index, policy or grant, or an extra grant. Each is planted as a last migration,
// because a later migration may have replaced what an earlier one created.
import { readFileSync } from 'node:fs';
import type { Fault } from './fault.ts';

const SCHEMA = 'database/schema.sql';
export const LAST_MIGRATION = 'database/migrations/9999_planted.sql';

/** A pattern in the schema, and the statement that undoes it. */
const LOSSES: [kind: string, said: RegExp, lost: (groups: string[]) => string][] = [
  ['Policy', /^CREATE POLICY (\w+) ON (\S+)/gm, ([name, table]) => `drop policy ${name} on ${table};`],
  ['Index', /^CREATE INDEX (\w+) ON/gm, ([name]) => `drop index onboarding.${name};`],
  ['UniqueIndex', /^CREATE UNIQUE INDEX (\w+) ON/gm, ([name]) => `drop index onboarding.${name};`],
  ['Trigger', /^CREATE TRIGGER (\w+) .* ON (\S+)/gm, ([name, table]) => `drop trigger ${name} on ${table};`],
  [
    'Grant',
    /^GRANT (.+) ON TABLE (\S+) TO (\w+);/gm,
    ([rights, table, role]) => `revoke ${rights} on ${table} from ${role};`,
  ],
  [
    'Policies',
    /^ALTER TABLE (\S+) ENABLE ROW LEVEL SECURITY/gm,
    ([table]) => `alter table ${table} disable row level security;`,
  ],
];
const IN_TABLES: [kind: string, said: RegExp, lost: (table: string, groups: string[]) => string][] = [
  ['Check', /^ {4}CONSTRAINT (\w+) CHECK/gm, (table, [name]) => `alter table ${table} drop constraint ${name};`],
  [
    'NotNull',
    /^ {4}(\w+) [^\n]*NOT NULL/gm,
    (table, [column]) => `alter table ${table} alter column ${column} drop not null;`,
  ],
];
const ROLES = [
  'onboarding_app',
  'onboarding_staff',
  'onboarding_operations',
  'onboarding_identity',
  'onboarding_worker',
];

export function databaseFaults(): Fault[] {
  const schema = readFileSync(SCHEMA, 'utf8');
  const fault = (kind: string, replacement: string): Fault => ({
    file: LAST_MIGRATION,
    line: 1,
    start: 0,
    end: 0,
    replacement: `${replacement}\n`,
    kind,
  });
  const losses = LOSSES.flatMap(([kind, said, lost]) =>
    [...schema.matchAll(said)].map(([, ...groups]) => fault(kind, lost(groups))),
  );
  const tables = [...schema.matchAll(/^CREATE TABLE (\S+) \(\n([\s\S]*?)^\)/gm)];
  const inTables = IN_TABLES.flatMap(([kind, said, lost]) =>
    tables.flatMap(([, table = '', body = '']) =>
      [...body.matchAll(said)].map(([, ...groups]) => fault(kind, lost(table, groups))),
    ),
  );
  const rights = tables.flatMap(([, table = '']) =>
    ROLES.flatMap((role) =>
      ['select', 'insert', 'update', 'delete']
        .filter((right) => !hasRight(schema, { table, role, right }))
        .map((right) => fault('Right', `grant ${right} on ${table} to ${role};`)),
    ),
  );
  return [...losses, ...inTables, ...rights];
}

function hasRight(schema: string, { table, role, right }: { table: string; role: string; right: string }): boolean {
  const granted = new RegExp(`^GRANT ([^;(]+) ON TABLE ${table.replace('.', '\\.')} TO ${role};`, 'gm');
  return [...schema.matchAll(granted)].some(
    ([, rights = '']) => rights === 'ALL' || rights.includes(right.toUpperCase()),
  );
}
