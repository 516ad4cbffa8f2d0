import type { CatalogueReason, PackageChanges, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { answersTo } from './answers.ts';

const [PERSON] = packageExample.business.businessPersonList as [
  PackageRecord['business']['businessPersonList'][number],
];
const [DOCUMENT] = packageExample.documents as [PackageRecord['documents'][number]];
const NAME = `${PERSON.firstName} ${PERSON.lastName}`;
const CATALOGUE = [
  { code: 'Business.NameMismatch', remediation: { action: 'CorrectData', fields: ['companyName', 'addresses'] } },
  { code: 'Person.NameMismatch', remediation: { action: 'CorrectData', fields: ['businessPersonList'] } },
  { code: 'Document.Unreadable', remediation: { action: 'UploadDocuments' } },
] as unknown as CatalogueReason[];

const reason = (code: string, about: object = {}) => ({
  reasonId: code,
  code,
  message: `About ${code}.`,
  pointer: null,
  uboId: null,
  documentId: null,
  ...about,
});
const found = (asked: object[], documentIds: string[] = [], outcome = 'RequestChanges'): PackageRecord => {
  const decisions = [{ ...packageExample.decisions[0], decisionId: 'asked', outcome, reasons: asked }];
  const requestedDocuments = [
    { reasonId: 'Document.Unreadable', category: DOCUMENT.documentCategory, uboId: null, documentIds },
  ];
  return { ...packageExample, decisions, requestedDocuments } as PackageRecord;
};
const changes = (change: Partial<PackageChanges> = {}) =>
  ({ since: { decisionId: 'asked' }, fields: [], people: [], documents: [], ...change }) as PackageChanges;
const field = (pointer: string) => ({ pointer, before: 'a', after: 'b' });
const person = (uboId: string) => ({ uboId, name: NAME, change: 'Changed' as const, fields: [], identities: [] });

test.each<[string, object, PackageChanges, string[], string[]]>([
  ['nothing has changed', reason('Business.NameMismatch'), changes(), [], []],
  [
    'a field that it asks for has changed',
    reason('Business.NameMismatch'),
    changes({ fields: [field('/companyName'), field('/addresses/0/city'), field('/industry')] }),
    [],
    ['Company name', 'Address 1, city'],
  ],
  [
    'another person has changed',
    reason('Person.NameMismatch', { uboId: PERSON.uboId }),
    changes({ people: [person('another')] }),
    [],
    [],
  ],
  [
    'its person has changed',
    reason('Person.NameMismatch', { uboId: PERSON.uboId }),
    changes({ people: [person(PERSON.uboId)] }),
    [],
    [`${NAME} changed`],
  ],
  [
    'a document has arrived for it',
    reason('Document.Unreadable', { documentId: 'gone' }),
    changes(),
    [DOCUMENT.documentId],
    ['DOCUMENT'],
  ],
])('when %s, the reason is answered by that', (_, asked, changed, documentIds, by) => {
  const [answer] = answersTo(found([asked], documentIds), changed, CATALOGUE);
  const documents = documentIds.length > 0 ? [expect.stringMatching(/^[A-Z]/)] : by;
  expect(answer?.by).toEqual(documents);
});

test('lists every reason in order, with its subject', () => {
  const asked = [reason('Person.NameMismatch', { uboId: PERSON.uboId }), reason('Business.NameMismatch')];
  expect(answersTo(found(asked), changes(), CATALOGUE)).toEqual([
    { reasonId: 'Person.NameMismatch', asked: `${NAME}: About Person.NameMismatch.`, by: [] },
    { reasonId: 'Business.NameMismatch', asked: 'About Business.NameMismatch.', by: [] },
  ]);
});

test('after any other decision, nothing was asked for', () => {
  expect(answersTo(found([reason('Business.NameMismatch')], [], 'Approve'), changes(), CATALOGUE)).toEqual([]);
  expect(answersTo(found([]), { ...changes(), since: null }, CATALOGUE)).toEqual([]);
});
