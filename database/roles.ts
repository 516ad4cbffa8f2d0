// The roles of the service and their logins. Roles belong to the server, not to a database.
import pg from 'pg';

/** So that no statement, lock or forgotten transaction blocks a process. By role, because poolers refuse them at connect. */
const LIMITS = { statement_timeout: '5s', lock_timeout: '4s', idle_in_transaction_session_timeout: '10s' };

/** The owner's statements may take hours, but a session that was forgotten must not hold back vacuum and audit statements. */
const OWNER_LIMITS = { idle_in_transaction_session_timeout: '5min' };

/**
 * onboarding_owner owns the tables and migrates. Each other role belongs to one app, or to one audience
 * of it (staff are our own analysts and operations our operators, through the API), sees only what that needs, and can
 * neither own tables nor bypass row-level security. The worker's own transactions have the common limit; its job queue
 * counts and deletes many jobs at once.
 */
export const ROLES = {
  onboarding_owner: OWNER_LIMITS,
  onboarding_app: LIMITS,
  onboarding_staff: LIMITS,
  onboarding_operations: LIMITS,
  onboarding_identity: LIMITS,
  onboarding_worker: { ...LIMITS, statement_timeout: '9s' },
};
export type Role = keyof typeof ROLES;

/** The roles of processes, whose statements have time limits. */
export const LIMITED_ROLES = Object.keys(ROLES).filter((role) => role !== 'onboarding_owner');

/**
 * The role of each process has a second login, so that a password is replaced without a refused connection: processes move from
 * one login to the other while both are open.
 */
const secondLoginOf = (role: string) => `${role}_2`;

/** Of each login, the role whose rights it has. Only commands use the owner's. */
const LOGINS: ReadonlyMap<string, Role> = new Map(
  (Object.keys(ROLES) as Role[]).flatMap((role) =>
    [role, ...(role === 'onboarding_owner' ? [] : [secondLoginOf(role)])].map((login) => [login, role] as const),
  ),
);

/** What an administrator must do first. */
class LoginRefused extends Error {
  override name = 'LoginRefused';
}

/** Gives an unused login a new password. */
export async function openLogin(adminUrl: string, login: string, password: string): Promise<void> {
  const role = roleOf(login);
  await withClient(adminUrl, async (client) => {
    await refuseUsed(client, login, 'Open the other login of its role.');
    if (login === role) return setPassword(client, login, password);
    await ensureSecond(client, login, role);
    await setPassword(client, login, password);
  }).catch((error: unknown) => {
    throw asRefused(error);
  });
}

/** Takes the password of a login that no connection uses, while the other login of its role is open. */
export async function closeLogin(adminUrl: string, login: string): Promise<void> {
  const role = roleOf(login);
  await withClient(adminUrl, async (client) => {
    await refuseUsed(client, login, 'Restart the processes that use it with the other login.');
    const other = login === role ? secondLoginOf(role) : role;
    const open = 'select from pg_roles where rolname = $1 and rolcanlogin';
    if ((await client.query(open, [other])).rowCount === 0)
      throw new LoginRefused(`${other} is not open: without ${login}, no process could connect. Open it first.`);
    await client.query(`alter role ${client.escapeIdentifier(login)} nologin password null`);
  }).catch((error: unknown) => {
    throw asRefused(error);
  });
}

function roleOf(login: string): Role {
  const role = LOGINS.get(login);
  if (role === undefined)
    throw new LoginRefused(`There is no login ${login}. Choose one of ${[...LOGINS.keys()].join(', ')}.`);
  return role;
}

async function refuseUsed(client: pg.Client, login: string, cure: string): Promise<void> {
  const find =
    'select count(*)::int as connections from pg_stat_activity where usename = $1 and pid <> pg_backend_pid()';
  const { connections = 0 } = (await client.query<{ connections: number }>(find, [login])).rows[0] ?? {};
  if (connections > 0) throw new LoginRefused(`${login} is in use by ${connections} connections. ${cure}`);
}

async function setPassword(client: pg.Client, login: string, password: string): Promise<void> {
  await client.query(`alter role ${client.escapeIdentifier(login)} login password ${client.escapeLiteral(password)}`);
}

/** Its sessions become the role as they begin, so rights, policies and the owners of objects are those of the role. */
async function ensureSecond(client: pg.Client, login: string, role: Role): Promise<void> {
  const [name, of] = [client.escapeIdentifier(login), client.escapeIdentifier(role)];
  if ((await client.query('select from pg_roles where rolname = $1', [login])).rowCount === 0)
    await client.query(`create role ${name} nologin`);
  await client.query(`grant ${of} to ${name}`);
  // Only a member may name a role that others become.
  await asMemberOf(client, role, async () => void (await client.query(`alter role ${name} set role to ${of}`)));
  await limit(client, login, ROLES[role]);
}

/** A later release may have other limits. */
export async function limitSecondLogins(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string }>('select rolname as login from pg_roles');
  const known = new Set(rows.map(({ login }) => login));
  for (const [login, role] of LOGINS) if (login !== role && known.has(login)) await limit(client, login, ROLES[role]);
}

const FIND_ROLE = `select rolsuper or rolbypassrls as unbound,
    not rolcanlogin and exists (select from pg_roles where rolname = $2 and rolcanlogin) as closed
  from pg_roles where rolname = $1`;

export async function ensureRole(client: pg.Client, role: string, password: string, limits: object): Promise<void> {
  const name = client.escapeIdentifier(role);
  const found = (await client.query<{ unbound: boolean; closed: boolean }>(FIND_ROLE, [role, secondLoginOf(role)]))
    .rows[0];
  if (found === undefined) await client.query(`create role ${name}`);
  // Only a superuser may name these attributes at all, even to take them away.
  if (found?.unbound === true) await client.query(`alter role ${name} nosuperuser nobypassrls`);
  await client.query(`alter role ${name} nocreatedb nocreaterole`);
  // The processes use the second login: the first one was closed because others may know its password.
  if (found?.closed !== true) await client.query(`alter role ${name} login password ${client.escapeLiteral(password)}`);
  await limit(client, role, limits);
}

async function limit(client: pg.Client, role: string, limits: object): Promise<void> {
  const name = client.escapeIdentifier(role);
  // On the role and not on the database, because a database created from a template does not inherit its settings.
  await client.query(`alter role ${name} set search_path to onboarding`);
  for (const [setting, value] of Object.entries(limits))
    await client.query(`alter role ${name} set ${setting} to '${value}'`);
}

/** A role that creates something for another must be a member of it; a superuser is a member of every role. */
export async function asMemberOf(client: pg.Client, role: Role, work: () => Promise<void>): Promise<void> {
  const find = `select pg_has_role(current_user, $1, 'usage') as member`;
  if ((await client.query<{ member: boolean }>(find, [role])).rows[0]?.member === true) return work();
  await client.query(`grant ${role} to current_user`);
  try {
    await work();
  } finally {
    await client.query(`revoke ${role} from current_user`);
  }
}

/** Explains what the login of the administrator lacks. */
export function asRefused(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) return error;
  return new Error(
    `${error.message}. Run this as a superuser, or as a role with CREATEROLE and CREATEDB. From PostgreSQL 16 on, such a role also needs ADMIN on roles that another created: grant ${Object.keys(ROLES).join(', ')} to <role> with admin option.`,
    { cause: error },
  );
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
