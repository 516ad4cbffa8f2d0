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
         and not (c.relrowsecurity and c.relforcerowsecurity) order by 1) as unprotected
   from pg_roles r where r.rolname = current_user`,
);
