import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { subjectsOf } from './flag-subjects.ts';

test('a flag links only to people and documents of this business that its facts name', () => {
  const [{ uboId } = { uboId: '' }] = packageExample.business.businessPersonList;
  const [{ documentId } = { documentId: '' }] = packageExample.documents;
  const about = (facts: unknown) => {
    const { people, documents } = subjectsOf(facts, packageExample);
    return [people.map((one) => one.uboId), documents.map((one) => one.documentId)];
  };
  expect(about({ people: [{ uboId, since: '2026-11-15' }] })).toEqual([[uboId], []]);
  expect(about({ nested: { documents: [documentId] } })).toEqual([[], [documentId]]);
  expect(about({ others: ['0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30'] })).toEqual([[], []]);
  expect(about({})).toEqual([[], []]);
});
