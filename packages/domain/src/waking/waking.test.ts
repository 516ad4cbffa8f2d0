import { expect, test, vi } from 'vitest';
import { WORKS, wake, worksIn } from './index.ts';

test.each([
  ['Events', ['Events']],
  ['Screenings,Lanes', ['Lanes', 'Screenings']],
  ['Flags,LaterWork', ['Flags']],
  ['', [...WORKS]],
  ['LaterWork', [...WORKS]],
])('a notification with "%s" means %j', (payload, works) => {
  expect(worksIn(payload)).toEqual(works);
});

test.each(WORKS)('%s is woken under its name', (work) => {
  const tx = { wake: vi.fn() };
  wake(tx, work);
  expect(tx.wake.mock.calls).toEqual([[work]]);
});
