// Accounts: the command `people` manages users of a partner, `staff` our own staff. Both have the same verbs.
import { addNoun } from '@onboarding/command';
import {
  INVITATION_DAYS,
  invitationSchema,
  PARTNER_ROLES,
  type Realm,
  STAFF_ROLES,
  type StaffAccountPage,
  staffInvitationSchema,
  USERS_PER_PAGE,
  type UserPage,
} from '@onboarding/contract';
import {
  type Account,
  type AccountContext,
  findAccount,
  listAccountsByEmail,
  listStaff,
} from '@onboarding/domain/accounts';
import {
  accountChanges,
  changeAccount,
  inviteToPartner,
  inviteToStaff,
  listPartnerUsers,
} from '@onboarding/domain/operations';
import type { Db, Tx } from '@onboarding/platform/postgres';
import { type Command, Option } from 'commander';
import { readIssuer } from '../config.ts';
import { withConfirmation } from '../confirm.ts';
import { explained } from '../explained.ts';
import { CommandRefused } from '../failure.ts';
import { joined, type Laid, toTable, toTime } from '../output.ts';
import { type PageOptions, readPages, toMore, withPages } from '../pages.ts';
import { getPartner, PARTNER } from '../partner.ts';
import { accept, type Perform, type Task } from '../task.ts';

const READS = 'OPERATIONS_DATABASE_URL (role onboarding_operations)';
const READS_FOR_MAIL = `${READS}, KEY_RING and ISSUER (the same as for identity)`;

interface Audience {
  noun: 'people' | 'staff';
  realm: Realm;
  roles: readonly string[];
  /** Shown in examples. */
  email: string;
  role: string;
}

const USERS: Audience = {
  noun: 'people',
  realm: 'partner',
  roles: PARTNER_ROLES,
  email: 'ada@partner.example',
  role: 'developer',
};
const STAFF: Audience = {
  noun: 'staff',
  realm: 'staff',
  roles: STAFF_ROLES,
  email: 'a.lind@example.com',
  role: 'analyst',
};

export function addUsers(program: Command, perform: Perform): void {
  const users = addNoun(program, 'people', 'users of partners, who sign in to the portal');
  addUserInvite(users, perform);
  addUserList(users, perform);
  addChanges(users, perform, USERS);
}

export function addStaff(program: Command, perform: Perform): void {
  const staff = addNoun(program, 'staff', 'our own staff, who sign in to the console');
  addStaffInvite(staff, perform);
  addStaffList(staff, perform);
  addChanges(staff, perform, STAFF);
}

const toContext = ({ clock, jobs, keys }: Task, db: Db): AccountContext => ({ db, clock, jobs, keys: keys() });

interface InviteOptions {
  partner: string;
  role: string;
  email: string;
  name: string;
}

function invitation(command: Command, { roles }: Audience): Command {
  return command
    .addOption(
      new Option('--role <role>', 'role, which determines what they may do').choices(roles).makeOptionMandatory(),
    )
    .requiredOption('--email <email>', 'the address to which the link is sent')
    .requiredOption('--name <name>', 'the name that colleagues see');
}

const INVITE = `create an account and mail a link that expires after ${INVITATION_DAYS} days; run again for a new link`;

function addUserInvite(users: Command, perform: Perform): void {
  const invite = invitation(users.command('invite').description(INVITE), USERS)
    .requiredOption('--partner <partner>', PARTNER)
    .action(
      perform(async (task, { partner, ...options }: InviteOptions) => {
        const invited = accept(invitationSchema, options);
        const issuer = readIssuer(task.environment);
        const person = await task.transaction('operations', async (tx, db) => {
          const { partnerId } = await getPartner(tx, partner);
          return inviteToPartner(tx, toContext(task, db), task.operator(), { ...invited, partnerId, issuer });
        });
        task.answer(person, `A worker mails an invitation to ${person.email}.`);
      }),
    );
  explained(invite, {
    reads: READS_FOR_MAIL,
    examples: [`--partner 'Acme Marketplace' --role admin --email ${USERS.email} --name 'Ada Okafor'`],
  });
}

function addStaffInvite(staff: Command, perform: Perform): void {
  const invite = invitation(staff.command('invite').description(INVITE), STAFF).action(
    perform(async (task, options: InviteOptions) => {
      const invited = accept(staffInvitationSchema, options);
      const issuer = readIssuer(task.environment);
      const person = await task.transaction('operations', (tx, db) =>
        inviteToStaff(tx, toContext(task, db), task.operator(), { ...invited, issuer }),
      );
      task.answer(person, `A worker mails an invitation to ${person.email}.`);
    }),
  );
  explained(invite, {
    notes: 'The first operator is invited this way; operators invite the others here or in the console.',
    reads: READS_FOR_MAIL,
    examples: [`--role operator --email ${STAFF.email} --name 'A. Lind'`],
  });
}

function toAccountTable({ items, nextCursor }: UserPage | StaffAccountPage): string | Laid {
  if (items.length === 0) return 'Nobody has been invited.';
  const rows = items.map((one) => [one.status, one.role, toTime(one.lastSignInAt), one.email, one.name]);
  return joined('', toTable(['STATUS', 'ROLE', 'LAST SIGN-IN', 'EMAIL', 'NAME'], rows), toMore(nextCursor));
}

function addUserList(users: Command, perform: Perform): void {
  const list = withPages(users.command('list').description('list the users of a partner'))
    .requiredOption('--partner <partner>', PARTNER)
    .action(
      perform(async (task, { partner, ...pages }: PageOptions & { partner: string }) => {
        const page = await task.transaction('operations', async (tx) => {
          const { partnerId } = await getPartner(tx, partner);
          return readPages(pages, (query) =>
            listPartnerUsers(tx, task, partnerId, { limit: USERS_PER_PAGE, ...query }),
          );
        });
        task.answer(page, toAccountTable(page));
      }),
    );
  explained(list, { reads: READS, examples: [`--partner 'Acme Marketplace'`] });
}

function addStaffList(staff: Command, perform: Perform): void {
  const list = withPages(staff.command('list').description('list our own staff')).action(
    perform(async (task, pages: PageOptions) => {
      const page = await task.transaction('operations', (tx) =>
        readPages(pages, (query) => listStaff(tx, { limit: USERS_PER_PAGE, ...query }, task.clock.now())),
      );
      task.answer(page, toAccountTable(page));
    }),
  );
  explained(list, { reads: READS, examples: ['', '--all --json'] });
}

interface Verb {
  name: string;
  description: string;
  /** Whether the verb mails a link. */
  mails?: true;
  /** The warning to confirm, for a change that cannot be undone. */
  warningOf?: (email: string) => string;
  notes?: string;
  changeOf: (task: Task) => Parameters<typeof changeAccount>[4];
}

const VERBS: readonly Verb[] = [
  {
    name: 'disable',
    description: 'end all sessions of an account and block sign-in',
    notes:
      'Unlike the portal and the console, it also disables the last person who can manage the others. In that case, invite another one.',
    changeOf: () => accountChanges.disable,
  },
  { name: 'enable', description: 'allow a disabled account to sign in again', changeOf: () => accountChanges.enable },
  {
    name: 'reset-factor',
    description: 'remove the password and all second factors, and mail a new invitation',
    notes:
      'For a person who has lost every second factor and every recovery code. Verify their identity first, by means other than mail.',
    mails: true,
    warningOf: (email) =>
      `The password and every second factor of ${email} will be removed and cannot be restored; a new invitation will be mailed to this address.`,
    changeOf: (task) => accountChanges.resetFactors(readIssuer(task.environment)),
  },
  {
    name: 'sign-out',
    description: 'end all sessions of an account; the person can sign in again',
    changeOf: () => accountChanges.signOut,
  },
];

interface Chosen {
  email: string;
  /** Only for users of a partner. */
  partner?: string;
}

/** Selects the account. Several partners can have invited one address, but only one staff account can have it. */
function chosen(command: Command, { realm }: Audience): Command {
  command.argument('<email>', 'the e-mail address of the account');
  if (realm === 'staff') return command;
  return command.option(
    '--partner <partner>',
    `${PARTNER}; required only if several partners have invited the address`,
  );
}

function addChanges(noun: Command, perform: Perform, audience: Audience): void {
  const { roles, email, role } = audience;
  const change = (task: Task, who: Chosen, wanted: Parameters<typeof changeAccount>[4]) =>
    task.transaction('operations', async (tx, db) => {
      const account = await getAccount(tx, audience, who);
      await changeAccount(tx, toContext(task, db), task.operator(), account, wanted);
      const after = (await findAccount(tx, account.accountId)) ?? account;
      task.answer(after, `${after.email} is ${after.status}, with the role ${after.role}.`);
    });
  const give = chosen(noun.command('role'), audience)
    .description("change a person's role, effective from their next request")
    .addArgument(noun.createArgument('<role>', 'the new role').choices(roles))
    .action(
      perform((task, address: string, wanted: Account['role'], of: Pick<Chosen, 'partner'>) =>
        change(task, { email: address, ...of }, accountChanges.role(wanted)),
      ),
    );
  explained(give, { reads: `${READS} and KEY_RING`, examples: [`${email} ${role}`] });
  for (const { name, description, mails, notes, warningOf, changeOf } of VERBS) {
    const verb = chosen(noun.command(name), audience);
    const command = (warningOf === undefined ? verb : withConfirmation(verb)).description(description).action(
      perform(async (task, address: string, { yes, ...of }: Pick<Chosen, 'partner'> & { yes?: boolean }) => {
        if (warningOf !== undefined) await task.confirm({ warning: warningOf(address), word: 'reset', yes });
        await change(task, { email: address, ...of }, changeOf(task));
      }),
    );
    explained(command, {
      ...(notes === undefined ? {} : { notes }),
      reads: mails === true ? READS_FOR_MAIL : `${READS} and KEY_RING`,
      examples: [email],
    });
  }
}

async function getAccount(tx: Tx, { realm, noun }: Audience, { email, partner }: Chosen): Promise<Account> {
  const wanted = partner === undefined ? undefined : (await getPartner(tx, partner)).partnerId;
  const found = (await listAccountsByEmail(tx, email)).filter(
    (account) => account.realm === realm && (wanted === undefined || account.partnerId === wanted),
  );
  const one = found.length === 1 ? found[0] : found.find(({ holdsEmail }) => holdsEmail);
  if (one !== undefined) return one;
  if (found.length > 1)
    throw new CommandRefused('Several partners have invited this e-mail address. Choose one with --partner.');
  throw new CommandRefused(
    `No account of ${noun === 'staff' ? 'our own staff' : "partners' users"} has this e-mail address. "onboardingctl ${noun} list" shows them.`,
  );
}
