// What each statement costs PostgreSQL, by pg_stat_statements, which itself costs some CPU: only if asked for.
import { setTimeout as delay } from 'node:timers/promises';
import { declaredStatements } from '@onboarding/platform/postgres';
import type pg from 'pg';

export const STATEMENT_SETTINGS = [
  `shared_preload_libraries = 'pg_stat_statements'`,
  'pg_stat_statements.track = all',
  'pg_stat_statements.track_planning = on',
];

/** PostgreSQL 15 adds the figures of a session when it has been idle for a second. */
const IDLE_MS = 1_500;
const SHOWN = 25;

export interface StatementCosts {
  /** Forgets what was counted so far. */
  reset(): Promise<void>;
  /** A table of the most expensive statements, as Markdown, with everything divided by `per`. */
  tell(per: number): Promise<string>;
}

interface Cost {
  query: string;
  /** False if another statement ran it, as a function does. */
  toplevel: boolean;
  exec: number;
  plan: number;
  calls: number;
  blocks: number;
  wal: number;
}

export async function openStatementCosts(owner: pg.Client): Promise<StatementCosts> {
  await owner.query('create extension if not exists pg_stat_statements schema public');
  let commits = 0;
  return {
    async reset() {
      await delay(IDLE_MS);
      await owner.query('select public.pg_stat_statements_reset()');
      commits = await commitsOf(owner);
    },
    async tell(per) {
      await delay(IDLE_MS);
      const { rows } = await owner.query<Cost>(
        `select query, toplevel, total_exec_time as exec, total_plan_time as plan, calls::float8 as calls,
           (shared_blks_hit + shared_blks_read)::float8 as blocks, wal_bytes::float8 as wal
         from public.pg_stat_statements
         where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%'
         order by total_exec_time + total_plan_time desc`,
      );
      const since = (await commitsOf(owner)) - commits;
      return [`${(since / per).toFixed(2)} commits each, idle loops included`, ...tableOf(rows, per)].join('\n');
    },
  };
}

async function commitsOf(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ commits: number }>(
    'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.commits ?? 0;
}

function tableOf(costs: readonly Cost[], per: number): string[] {
  const names = new Map(declaredStatements().map(({ name, text }) => [comparable(text), name]));
  const line = ({ query, toplevel, ...figures }: Cost) => {
    const name = names.get(comparable(query)) ?? query.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 70);
    return row(`${toplevel ? '' : '↳ '}${name}`, figures, per);
  };
  const total = { exec: 0, plan: 0, calls: 0, blocks: 0, wal: 0 };
  for (const cost of costs.filter(({ toplevel }) => toplevel)) {
    for (const figure of Object.keys(total) as (keyof typeof total)[]) total[figure] += cost[figure];
  }
  return [
    '| statement | run, ms | planned, ms | calls | blocks | WAL, bytes |',
    '| --- | --- | --- | --- | --- | --- |',
    ...costs.slice(0, SHOWN).map(line),
    row(`all ${costs.length}`, total, per),
  ];
}

const row = (name: string, { exec, plan, calls, blocks, wal }: Omit<Cost, 'query' | 'toplevel'>, per: number) =>
  `| ${name} | ${(exec / per).toFixed(3)} | ${(plan / per).toFixed(3)} | ${(calls / per).toFixed(2)} | ${(blocks / per).toFixed(0)} | ${(wal / per).toFixed(0)} |`;

/** Without constants, which pg_stat_statements replaces by parameters. */
const comparable = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/'(?:[^']|'')*'|\$\d+|\b(?:\d+(?:\.\d+)?|null|true|false)\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
