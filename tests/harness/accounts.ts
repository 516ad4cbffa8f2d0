// Users for tests: the accounts module on a real PostgreSQL, with access to the mails and a clock that tests move.
import {
  acceptInvitation,
  hashPassword,
  type Invitation,
  inviteAccount,
  makeTotpSecret,
  rememberUnknownAccounts,
  type SignInContext,
  type Visitor,
} from '@onboarding/domain/accounts';
import { openMail } from '@onboarding/domain/mails';
import { openKeyRing } from '@onboarding/platform/crypto';
import { generateSync } from 'otplib';
import { openTestDb } from './connecting.ts';
import type { TestDatabase } from './database.ts';
import { TEST_KEY_RING } from './values.ts';

export const VISITOR: Visitor = { address: '192.0.2.7', userAgent: 'test' };
export const PASSWORD = 'four random words here';
const PASSWORD_HASH = hashPassword(PASSWORD);

interface TestMail {
  to: string;
  subject: string;
  text: string;
}

export interface TestAccounts {
  context: SignInContext;
  mails: TestMail[];
  /** Moves the clock. */
  pass(seconds: number): void;
  codeOf(secret: string): string;
  lastLink(): string;
  /** Invites a colleague, or a user of a partner; returns the secret of the link. */
  invite(email?: string, partnerId?: string): Promise<string>;
  /** Someone who has accepted an invitation. */
  join(partnerId?: string): Promise<{ accountId: string; email: string; secret: string; codes: string[] }>;
  close(): Promise<void>;
}

export function openAccounts(
  database: TestDatabase,
  issuer = 'http://localhost:8081',
  beforeStatement?: (name: string, connection: object) => void,
): TestAccounts {
  let now = new Date();
  const db = openTestDb(database.identityUrl, { poolSize: 10, ...(beforeStatement && { beforeStatement }) });
  const mails: TestMail[] = [];
  const keys = openKeyRing(TEST_KEY_RING);
  const jobs: SignInContext['jobs'] = {
    async send(_tx, _queue, payload) {
      mails.push(openMail(keys, payload));
    },
    async sendAll() {
      throw new Error('Accounts send one job at a time');
    },
  };
  const context: SignInContext = {
    db,
    clock: { now: () => now },
    keys,
    jobs,
    unknownAccounts: rememberUnknownAccounts(),
  };
  const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) });
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const lastLink = () => /^http\S+\/([\w-]{43})$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? 'no link';
  async function invite(email = `${crypto.randomUUID()}@staff.example`, partnerId?: string): Promise<string> {
    const person = { email, name: 'Test Person' };
    const invitation: Invitation =
      partnerId === undefined
        ? { realm: 'staff', role: 'analyst', ...person }
        : { realm: 'partner', role: 'admin', partnerId, ...person };
    await db.transaction((tx) => inviteAccount(tx, context, VISITOR, invitation, issuer));
    return lastLink();
  }
  return {
    context,
    mails,
    pass,
    codeOf,
    lastLink,
    invite,
    async join(partnerId) {
      const email = `${crypto.randomUUID()}@staff.example`;
      const token = await invite(email, partnerId);
      const secret = makeTotpSecret();
      const passwordHash = await PASSWORD_HASH;
      const factor = { kind: 'Totp', secret, code: codeOf(secret) } as const;
      const accepted = await db.transaction((tx) =>
        acceptInvitation(tx, context, VISITOR, { token, passwordHash, factor }),
      );
      if (accepted.outcome !== 'Accepted') throw new Error(accepted.outcome);
      const { rows } = await database.owner.query('select account_id from accounts where email = $1', [email]);
      // The code of this time step has been used.
      pass(30);
      return { accountId: rows[0].account_id, email, secret, codes: accepted.codes };
    },
    close: () => db.close(),
  };
}
