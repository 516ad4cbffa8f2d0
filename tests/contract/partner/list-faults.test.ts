// Invalid queries of the list: each is rejected with 400, a pointer and an explanation, and none causes a 5xx.
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

const PATH = '/partner/v1/business-profiles';

async function refused(query: string) {
  const answer = await api.call('GET', `${PATH}?${query}`);
  expect(answer.statusCode, answer.body).toBe(400);
  const { error } = answer.json();
  expect(error.code).toBe('ValidationControl.Error');
  expect(error.message).toBe(error.details[0].message);
  return error.details as { pointer: string; code: string; message: string }[];
}

describe('an invalid query', () => {
  test.each([
    ...['', '0', '201', '-1', '1.5', '1e2', '0x10', '%2050', 'ten', 'null', '9'.repeat(40), '%00', '5&limit=5'].map(
      (value) => ['limit', value],
    ),
    ...['', '0', '-1', 'x', '1&page=1', '%00'].map((value) => ['page', value]),
    ...['', '0', '201', 'x', '1&pageSize=1'].map((value) => ['pageSize', value]),
    ...['', 'approved', 'Approved,Rejected', 'Approved&verificationStatus=x', '%00', 'Approved%00'].map((value) => [
      'verificationStatus',
      value,
    ]),
    // Stages from before a profile was created in one call.
    ...['Draft', 'CompletedBusinessDetail', 'CompletedUboDetails', 'CompletedBusinessDocumentUpload', 'Submitted'].map(
      (value) => ['verificationStatus', value],
    ),
    ['verificationStatus', Array(21).fill('Approved').join('&verificationStatus=')],
    ...['', '%20', 'a&q=b', 'a%00', 'x'.repeat(101), 'lagos&page=1', 'lagos&pageSize=5'].map((value) => ['q', value]),
    ...['', '%20', 'LLC&businessTypeCode=LLC', 'LLC%00', 'x'.repeat(101)].map((value) => ['businessTypeCode', value]),
    ...['', 'nga', 'NG', 'NGAA', 'NG1', 'NGA&incorporationCountryIso3Code=KEN', 'NG%00', '%20NGA'].map((value) => [
      'incorporationCountryIso3Code',
      value,
    ]),
    ...['', '%20', 'a&registrationNumber=b', 'a%00b', '%07', 'x'.repeat(101)].map((value) => [
      'registrationNumber',
      value,
    ]),
    ...['createdFrom', 'createdTo', 'updatedFrom', 'updatedTo'].flatMap((name) =>
      [
        '',
        'yesterday',
        '2026',
        '2026-13-01',
        '2026-02-30',
        '2026-02-30T00:00:00Z',
        '2026-02-28T25:00:00Z',
        '2026-02-28T10:00:00',
        '0000-01-01',
        '+002026-01-01',
        '1700000000',
        '%00',
        `2026-01-01&${name}=2026-01-01`,
      ].map((value) => [name, value]),
    ),
  ])('%s=%s is rejected with a pointer to the parameter', { tags: ['S-191'] }, async (name = '', value = '') => {
    const problems = await refused(`${name}=${value}`);
    expect(problems.map((problem) => problem.pointer)).toEqual([`?${name}`]);
    expect(problems[0]?.message).toMatch(new RegExp(`^${name} (must|may) .+\\.$`));
  });

  test('with a status in the wrong case gets a message that names the right one', async () => {
    const [problem] = await refused('verificationStatus=approved');
    expect(problem?.message).toContain('; case matters: write Approved;');
  });

  test.each([
    ['createdFrom=2026-03-02&createdTo=2026-03-01', '?createdTo'],
    ['updatedFrom=2026-03-02&updatedTo=2026-03-02', '?updatedTo'],
  ])('with an empty period is rejected: %s', async (query, pointer) => {
    expect(await refused(query)).toEqual([
      { pointer, code: 'ValidationControl.Error', message: expect.stringContaining('must be later than') },
    ]);
  });

  test('gets all its problems reported at once, in the order of the reference', async () => {
    const problems = await refused('updatedTo=x&limit=0&registrationNumber=&verificationStatus=y&verificationStatus=z');
    expect(problems.map((problem) => problem.pointer)).toEqual([
      '?limit',
      '?verificationStatus',
      '?registrationNumber',
      '?updatedTo',
    ]);
  });
});

describe('an unknown parameter', () => {
  test('is refused after the problems of known ones; the message lists the known ones and truncates a long name', async () => {
    const problems = await refused(`status=Approved&__proto__=1&${'n'.repeat(300)}=1&limit=0`);
    expect(problems.map(({ pointer, code }) => [pointer, code])).toEqual(
      ['?limit', '?status', '?__proto__', `?${'n'.repeat(200)}...`].map((pointer) => [
        pointer,
        'ValidationControl.Error',
      ]),
    );
    expect(problems[1]?.message).toBe(
      'status is not a parameter of this request, which has q, limit, cursor, page, pageSize, verificationStatus, businessTypeCode, incorporationCountryIso3Code, registrationNumber, metadata, createdFrom, createdTo, updatedFrom, updatedTo.',
    );
  });

  test('is refused by a request without parameters, whose message says so', async () => {
    const answer = await api.call('GET', '/partner/v1/countries?isOpen=true');
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      400,
      'isOpen is not a parameter of this request, which has none.',
    ]);
  });

  test.each([
    '/partner/v1/business-types?limit=10',
    '/partner/v1/changes?partnerCustomerId=1',
    '/customer/v1/onboarding/ubo-identity-requirements?countryCode=NGA&language=en',
  ])('is refused by every route: %s', async (path) => {
    const answer = await api.call('GET', path);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'ValidationControl.Error']);
  });
});

test('the list requires the scope partner.read', async () => {
  const token = await api.issuer.token(api.partner, 'partner.write');
  const answer = await api.call('GET', PATH, { token });
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'Partner.ScopeMissing']);
});
