import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAccounts, type TestAccounts, VISITOR } from '../../../../../tests/harness/accounts.ts';
import { createAuthenticator, type TestAuthenticator } from '../../../../../tests/harness/authenticator.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../tests/harness/database.ts';
import { addSecondFactor, checkSecondFactor, startPasskeyAuthentication, startPasskeyRegistration } from '../index.ts';

const site = { origin: 'http://localhost:8081', host: 'localhost' };
const challenge = Buffer.from('a challenge of ours').toString('base64url');
const ours = { challenge, ...site };

let database: TestDatabase;
let users: TestAccounts;
let person: Awaited<ReturnType<TestAccounts['join']>>;
let authenticator: TestAuthenticator;

beforeAll(async () => {
  database = await cloneDatabase();
  users = openAccounts(database);
});
afterAll(async () => {
  await users.close();
  await database.close();
});
beforeEach(async () => {
  person = await users.join();
  authenticator = createAuthenticator();
});

const add = (answer: string, accountId = person.accountId) =>
  users.context.db.transaction((tx) =>
    addSecondFactor(tx, users.context, VISITOR, accountId, { kind: 'Passkey', site, challenge, answer }),
  );
/** Unless a time is given, the challenge was made a second ago, after all earlier steps. */
const show = async (
  answer: string,
  { madeAt, accountId = person.accountId }: { madeAt?: Date; accountId?: string } = {},
) => {
  users.pass(1);
  const askedAt = madeAt ?? users.context.clock.now();
  users.pass(1);
  const proof = { kind: 'Passkey', site, challenge, askedAt, answer } as const;
  const outcome = await users.context.db.transaction((tx) =>
    checkSecondFactor(tx, users.context, VISITOR, accountId, proof, 'SignedIn'),
  );
  return outcome.outcome;
};

const FOREIGN = [
  ['another challenge', { ...ours, challenge: Buffer.from('of someone else').toString('base64url') }],
  ['another origin', { ...ours, origin: 'http://localhost.evil.example' }],
  ['another host', { ...ours, host: 'evil.example' }],
] as const;

describe('setting up a passkey', () => {
  test('succeeds with our challenge on our site', async () => {
    expect(await add(authenticator.create(ours))).toBe('Added');
  });

  test.each(FOREIGN)('fails with %s', async (_what, ceremony) => {
    expect(await add(authenticator.create(ceremony))).toBe('Wrong');
  });

  test.each([
    ['no JSON'],
    ['{}'],
    ['null'],
    [JSON.stringify({ id: 'x', rawId: 'x', type: 'public-key', response: {} })],
  ])('fails without an error for the answer %s', async (answer) => {
    expect(await add(answer)).toBe('Wrong');
    expect(await show(answer)).toBe('Refused');
  });

  test('fails for a passkey of another account', async () => {
    const other = await users.join();
    expect(await add(authenticator.create(ours))).toBe('Added');
    expect(await add(authenticator.create(ours), other.accountId)).toBe('AlreadyKnown');
    expect(await show(authenticator.use(ours, 1), { accountId: other.accountId })).toBe('Refused');
  });

  test('excludes registered passkeys, and offers them for signing in', async () => {
    await add(authenticator.create(ours));
    const account = { accountId: person.accountId, email: person.email, name: 'Test Person' };
    const { making, using } = await users.context.db.transaction(async (tx) => ({
      making: await startPasskeyRegistration(tx, site, account),
      using: await startPasskeyAuthentication(tx, site, person.accountId),
    }));
    expect(making.excludeCredentials).toHaveLength(1);
    expect(using?.allowCredentials?.map(({ id }) => id)).toEqual(making.excludeCredentials?.map(({ id }) => id));
    expect(making.challenge).not.toBe(using?.challenge);
  });
});

describe('signing in with a passkey', () => {
  beforeEach(async () => {
    await add(authenticator.create(ours));
  });

  test('requires a growing counter; an equal or lower one reveals a cloned passkey', async () => {
    expect(await show(authenticator.use(ours, 5))).toBe('Passed');
    expect(await show(authenticator.use(ours, 6))).toBe('Passed');
    expect(await show(authenticator.use(ours, 6))).toBe('Refused');
    expect(await show(authenticator.use(ours, 4))).toBe('Refused');
    expect(await show(authenticator.use(ours, 0))).toBe('Refused');
  });

  test('succeeds repeatedly with a passkey that has no counter', async () => {
    expect(await show(authenticator.use(ours, 0))).toBe('Passed');
    expect(await show(authenticator.use(ours, 0))).toBe('Passed');
  });

  test.each([0, 1])('accepts each challenge once, with or without a counter (%i)', async (counts) => {
    const madeAt = users.context.clock.now();
    expect(await show(authenticator.use(ours, counts), { madeAt })).toBe('Passed');
    expect(await show(authenticator.use(ours, 2 * counts), { madeAt })).toBe('Refused');
    expect(await show(authenticator.use(ours, 3 * counts))).toBe('Passed');
  });

  test.each(FOREIGN)('is refused with %s', async (_what, ceremony) => {
    expect(await show(authenticator.use(ceremony, 1))).toBe('Refused');
  });

  test('is refused with the key of another passkey', async () => {
    const { id, rawId } = JSON.parse(authenticator.use(ours, 1));
    const forged = { ...JSON.parse(createAuthenticator().use(ours, 1)), id, rawId };
    expect(await show(JSON.stringify(forged))).toBe('Refused');
  });
});
