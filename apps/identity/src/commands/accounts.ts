// Makes and looks after people's accounts.
import { parseArgs } from 'node:util';
import {
  type Account,
  type AccountContext,
  disableAccount,
  enableAccount,
  invitationShape,
  inviteAccount,
  listAccounts,
  listAccountsByEmail,
  resetFactors,
} from '@onboarding/domain/accounts';
import { ConfigError } from '@onboarding/platform/config';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { createMetrics } from '@onboarding/platform/metrics';
import { databaseMetrics, failureCode, openDatabase, type Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import { readAccountsConfig } from '../config.ts';

const USAGE = `usage: node apps/identity/src/commands/accounts.ts COMMAND

  invite --realm partner --partner PARTNER_ID --role ROLE --email EMAIL --name NAME
  invite --realm staff --role ROLE --email EMAIL --name NAME
                          makes an account and mails its owner a link, good for 7 days; again: a new link
  list                    shows all accounts
  disable EMAIL           ends all sessions of the account and lets nobody sign in to it
  enable EMAIL            undoes that
  reset-factors EMAIL     for somebody who has lost every second factor and every recovery code, and whom you have
                          recognised by other means: removes password and second factors and mails a new invitation
  --realm REALM           for the last three, when the e-mail address has an account in both realms

Roles: admin, developer, viewer (partner); analyst, supervisor, auditor, operator (staff).
Takes DATABASE_URL (role onboarding_identity), KEY_RING and ISSUER from the environment.`;

/** The operator asked for something that cannot be done; the message says what instead. */
class CommandRefused extends Error {
  override name = 'CommandRefused';
}

interface Asked {
  tx: Tx;
  context: AccountContext;
  issuer: string;
  email: string | undefined;
  options: Record<string, string | undefined>;
}

const OPERATOR = { address: 'operator', userAgent: undefined };

const COMMANDS: Record<string, (asked: Asked) => Promise<string>> = {
  invite,
  list: async ({ tx }) => (await listAccounts(tx)).map(lineOf).join('\n'),
  async disable(asked) {
    const account = await onlyAccount(asked);
    await disableAccount(asked.tx, asked.context, OPERATOR, account);
    return `${account.email} is disabled`;
  },
  async enable(asked) {
    const account = await onlyAccount(asked);
    const status = await enableAccount(asked.tx, asked.context, OPERATOR, account);
    return `${account.email} is ${status}`;
  },
  async 'reset-factors'(asked) {
    const account = await onlyAccount(asked);
    await resetFactors(asked.tx, asked.context, OPERATOR, account, asked.issuer);
    return `${account.email} is sent a new invitation`;
  },
};

async function invite({ tx, context, issuer, options }: Asked): Promise<string> {
  const { partner, ...rest } = options;
  const parsed = invitationShape.safeParse({ ...rest, partnerId: partner });
  if (!parsed.success) throw new CommandRefused(z.prettifyError(parsed.error));
  try {
    const { outcome } = await inviteAccount(tx, context, OPERATOR, parsed.data, issuer);
    if (outcome === 'Invited') return `${parsed.data.email} is sent an invitation`;
  } catch (error) {
    if (failureCode(error) === '23503') throw new CommandRefused('There is no partner with this id.');
    throw error;
  }
  throw new CommandRefused('This realm has an account with this e-mail address already. See it with list.');
}

async function onlyAccount({ tx, email, options }: Asked): Promise<Account> {
  if (email === undefined) throw new CommandRefused('Name the account by its e-mail address.');
  const found = (await listAccountsByEmail(tx, email)).filter(
    ({ realm }) => options.realm === undefined || options.realm === realm,
  );
  const [account] = found;
  if (account === undefined)
    throw new CommandRefused('There is no account with this e-mail address. See all with list.');
  if (found.length > 1) throw new CommandRefused('Both realms have an account with this e-mail address. Add --realm.');
  return account;
}

function lineOf({ realm, role, status, email, name, partnerId }: Account): string {
  return [realm.padEnd(8), role.padEnd(11), status.padEnd(9), email, `(${name})`, partnerId ?? ''].join(' ').trimEnd();
}

const option = { type: 'string' } as const;

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { realm: option, role: option, email: option, name: option, partner: option, help: { type: 'boolean' } },
    });
  } catch {
    return undefined;
  }
}

const given = readArguments();
const [name = '', email, ...more] = given?.positionals ?? [];
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const { help, ...options } = given?.values ?? {};
if (help === true || command === undefined || more.length > 0) {
  console.log(USAGE);
  process.exit(help === true ? 0 : 1);
}
try {
  const config = readAccountsConfig();
  const db = openDatabase({
    url: config.DATABASE_URL,
    applicationName: 'onboarding-accounts',
    poolSize: 1,
    metrics: databaseMetrics(createMetrics('accounts')),
    onIdleError: () => {},
  });
  const context = { db, clock: systemClock, keys: openKeyRing(config.KEY_RING), jobs: createJobs() };
  const { ISSUER: issuer } = config;
  try {
    console.log(await db.transaction((tx) => command({ tx, context, issuer, email, options })));
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(error instanceof CommandRefused || error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
