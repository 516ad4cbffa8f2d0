import { statement } from '@onboarding/platform/postgres';

export interface ServerFacts {
  role: string;
  superuser: boolean;
  bypasses: boolean;
  version: number;
  standby: boolean;
  now: Date;
  synchronous: string;
  standbys: string;
  schema: boolean;
  unprotected: string[];
  mayProbe: boolean;
}

/** Readable by every role. A table with policies is unprotected if row-level security is off or not forced. */
export const SERVER_FACTS = statement<ServerFacts, Record<never, never>>(
  'doctor_server_facts',
  `select current_user::text as role, r.rolsuper as superuser, r.rolbypassrls as bypasses,
     current_setting('server_version_num')::int as version, pg_is_in_recovery() as standby,
     clock_timestamp() as now, current_setting('synchronous_commit') as synchronous,
     current_setting('synchronous_standby_names') as standbys,
     to_regclass('onboarding.customers') is not null as schema,
     array(select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'onboarding' and exists (select from pg_policy p where p.polrelid = c.oid)
         and not (c.relrowsecurity and c.relforcerowsecurity) order by 1) as unprotected,
     coalesce(has_table_privilege(to_regclass('onboarding.process_probes'), 'insert'), false) as may_probe
   from pg_roles r where r.rolname = current_user`,
);

/** Enough rows to need new pages: with a full disk, a single row may still fit into an existing one. */
export const WRITE_PROBE = statement<never, Record<never, never>>(
  'doctor_write_probe',
  `insert into onboarding.process_probes (service, process_id, probed_at)
   select 'doctor', gen_random_uuid(), clock_timestamp() from generate_series(1, 2000)`,
);
