import type { PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { documentsOf } from './document-groups.ts';

const [{ uboId } = { uboId: '' }] = packageExample.business.businessPersonList;
const document = (documentId: string, of: string | null) =>
  ({ documentId, uboId: of }) as PackageRecord['documents'][number];
const requested = (category: string, of: string | null, ...documentIds: string[]) =>
  ({ reasonId: category, category, uboId: of, documentIds }) as unknown as PackageRecord['requestedDocuments'][number];
const FOUND: PackageRecord = {
  ...packageExample,
  documents: [document('business', null), document('person', uboId), document('former', 'no longer named')],
  requestedDocuments: [
    requested('missing', uboId),
    requested('answered', uboId, 'person'),
    requested('of-business', null),
    requested('of-former', 'no longer named'),
  ],
};
const shown = (of: string | null) => {
  const { rows, missing } = documentsOf(FOUND, of);
  return [rows.map(({ documentId }) => documentId), missing.map(({ category }) => category)];
};

test('a person shows their documents and unanswered requests', () => {
  expect(shown(uboId)).toEqual([['person'], ['missing']]);
});

test('the business shows its own documents and those of former people', () => {
  expect(shown(null)).toEqual([
    ['business', 'former'],
    ['of-business', 'of-former'],
  ]);
});
