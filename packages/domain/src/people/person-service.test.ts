import { openKeyRing } from '@onboarding/platform/crypto';
import { expect, test } from 'vitest';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import { sealedPeopleChanges } from './index.ts';

test('an update without people needs no data key', () => {
  const openDataKey = () => {
    throw new Error('The data key was opened');
  };
  const now = new Date();
  const changes = sealedPeopleChanges(openKeyRing(TEST_KEY_RING), openDataKey, { added: [], changed: [] }, now);
  expect(changes).toEqual({
    addedPeople: '[]',
    addedIdentities: '[]',
    updatedPeople: '[]',
    replacedIdentities: '[]',
    now,
  });
});
