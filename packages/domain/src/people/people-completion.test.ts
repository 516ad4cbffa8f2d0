import { describe, expect, test } from 'vitest';
import { completePeople } from './people-completion.ts';
import type { KnownPerson } from './person-store.ts';

const id = (n: number) => `0193a2b4-7c11-7d3f-8a44-${String(n).padStart(12, '0')}`;

const identity = (n: number) => ({
  identityId: id(n),
  identityTypeCode: 'PASSPORT' as const,
  issuingCountry: 'NGA',
  issueDate: '2020-02-29',
  expiryDate: null,
  documentId: id(n + 100),
  valueCipher: `cipher ${n}`,
  valueHash: `hash ${n}`,
  valueHashKeyId: 'k1',
});
const PERSON: KnownPerson = {
  uboId: id(1),
  emailKey: 'anna@people.example',
  firstName: 'Anna',
  lastName: 'Okafor',
  birthDate: '1961-05-17',
  taxResidenceCountry: null,
  nationality: 'NGA',
  email: 'Anna@people.example',
  phone: '+2348031234568',
  ownershipType: ['UBO'],
  percentageShare: 20,
  address: { streetLine1: 'x', streetLine2: null, city: 'x', state: 'x', postalCode: 'x', countryCode: 'NGA' },
  identities: [identity(11), identity(12)],
};
const STORED = {
  firstName: 'Anna',
  lastName: 'Okafor',
  birthDate: '1961-05-17',
  taxResidenceCountry: null,
  nationality: 'NGA',
  email: 'Anna@people.example',
  phone: '+2348031234568',
  ownershipType: ['UBO'],
  percentageShare: 20,
  address: PERSON.address,
};
const storedIdentity = (n: number) => ({
  identityId: id(n),
  identityTypeCode: 'PASSPORT',
  issuingCountry: 'NGA',
  identityValue: `number ${n}`,
  issueDate: '2020-02-29',
  expiryDate: null,
  documentUploadId: id(n + 100),
});

/** Opens the number of a cipher, and notes which were opened. */
function complete(...sent: unknown[]) {
  const opened: string[] = [];
  const completed = completePeople(sent, [PERSON], ({ valueCipher }) => {
    opened.push(valueCipher);
    return valueCipher.replace('cipher', 'number');
  });
  return { ...completed, opened };
}

describe('completing people', () => {
  test.each([
    ['nothing', undefined],
    ['no list', { uboId: id(1) }],
    ['people without a uboId', [{ email: 'anna@people.example' }, { uboId: null }]],
    ['an unknown uboId', [{ uboId: id(2) }]],
    ['what is no person', [null, 7, 'x', [{ uboId: id(1) }], { uboId: 7 }]],
  ])('leaves %s as it is', (_name, sent) => {
    expect(completePeople(sent, [PERSON], () => 'never')).toBeUndefined();
  });

  test('adds every field that a known person was sent without, identities included', () => {
    const uboId = id(1).toUpperCase();
    expect(complete({ uboId }).people).toEqual([
      { uboId, ...STORED, identities: [storedIdentity(11), storedIdentity(12)] },
    ]);
  });

  test.each([...Object.keys(STORED), 'identities'])('keeps %s as sent, valid or not, null included', (field) => {
    for (const value of [null, 'changed', 7]) {
      const { people } = complete({ uboId: id(1), [field]: value });
      const all = { ...STORED, identities: [storedIdentity(11), storedIdentity(12)] };
      expect(people).toEqual([{ uboId: id(1), ...all, [field]: value }]);
    }
  });

  test.each(Object.keys(storedIdentity(12)).filter((field) => field !== 'identityId'))(
    'keeps %s of an identity as sent and adds the rest of it',
    (field) => {
      const sent = { identityId: id(12).toUpperCase(), [field]: null };
      const { people, opened } = complete({ uboId: id(1), identities: [sent] });
      expect(people).toEqual([{ uboId: id(1), ...STORED, identities: [{ ...storedIdentity(12), ...sent }] }]);
      expect(opened).toEqual(field === 'identityValue' ? [] : ['cipher 12']);
    },
  );

  test('leaves identities without a known identityId as they are, and opens no number for them', () => {
    const identities = [{ identityId: id(13) }, { issuingCountry: 'GHA' }, null, 7, { identityId: null }];
    const { people, opened } = complete({ uboId: id(1), identities });
    expect(people).toEqual([{ uboId: id(1), ...STORED, identities }]);
    expect(opened).toEqual([]);
  });

  test('does not change what was sent, which is read again if the transaction is repeated', () => {
    const sent = { uboId: id(1), identities: [{ identityId: id(11) }] };
    const before = structuredClone(sent);
    complete(sent);
    expect(sent).toEqual(before);
  });

  test('tells which fields of whom were omitted', () => {
    const { isOmitted } = complete({ uboId: id(1), email: null }, { uboId: id(2) }, null);
    expect(isOmitted?.(0, 'email')).toBe(false);
    expect(isOmitted?.(0, 'percentageShare')).toBe(true);
    expect(isOmitted?.(1, 'email')).toBe(false);
    expect(isOmitted?.(2, 'email')).toBe(false);
  });

  test('lets only fields of stored people and of their stored identities be omitted', () => {
    const { mayOmit } = complete(
      { uboId: id(1), identities: [{ identityId: id(11) }, { identityId: id(13) }] },
      { uboId: id(2) },
    );
    const allowed = [
      [0, 'email'],
      [0, 'address'],
      [0, 'identities', 0, 'issuingCountry'],
    ];
    const required = [
      [0],
      [0, 'address', 'city'],
      [0, 'ownershipType', 0],
      [0, 'identities', 0],
      [0, 'identities', 1, 'issuingCountry'],
      [0, 'identities', 2, 'issuingCountry'],
      [1, 'email'],
      [1, 'identities', 0, 'issuingCountry'],
      [2, 'email'],
    ];
    expect(allowed.map((path) => mayOmit?.(path))).toEqual(allowed.map(() => true));
    expect(required.map((path) => mayOmit?.(path))).toEqual(required.map(() => false));
  });
});
