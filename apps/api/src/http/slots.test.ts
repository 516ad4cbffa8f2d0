import { DomainError } from '@onboarding/domain';
import { describe, expect, test } from 'vitest';
import { createSlots, type Slots } from './slots.ts';

const WORDS = { own: (taken: number) => `You have ${taken}.`, all: 'All are taken.' };
const three = () => createSlots({ perHolder: 2, atOnce: 3 }, WORDS);

/** The error of a holder that gets no slot. */
function refusalOf(slots: Slots, holder: string): DomainError | undefined {
  try {
    slots.take(holder);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

describe('slots', () => {
  test('are limited per holder, and another holder still gets one', () => {
    const slots = three();
    slots.take('a');
    slots.take('a');
    expect(refusalOf(slots, 'a')).toMatchObject({
      ...{ code: 'RateLimit.Exceeded', message: 'You have 2.', retryAfterSeconds: 2 },
    });
    expect(refusalOf(slots, 'b')).toBeUndefined();
  });

  test('are limited for all holders together', () => {
    const slots = three();
    for (const holder of ['a', 'b', 'c']) slots.take(holder);
    expect(refusalOf(slots, 'd')).toMatchObject({
      ...{ code: 'Service.Unavailable', message: 'All are taken.', retryAfterSeconds: 2 },
    });
  });

  test('are free again once released, for their holder and for others', () => {
    const slots = three();
    const release = slots.take('a');
    slots.take('a');
    release();
    slots.take('a');
    expect(refusalOf(slots, 'a')?.code).toBe('RateLimit.Exceeded');
    slots.take('b');
    expect(refusalOf(slots, 'c')?.code).toBe('Service.Unavailable');
  });

  test('are released only once, however often that is asked for', () => {
    const slots = three();
    const release = slots.take('a');
    slots.take('a');
    for (let times = 0; times < 3; times++) release();
    slots.take('a');
    expect(refusalOf(slots, 'a')?.code).toBe('RateLimit.Exceeded');
    slots.take('b');
    expect(refusalOf(slots, 'c')?.code).toBe('Service.Unavailable');
  });

  test('that are refused take nothing', () => {
    const slots = three();
    const releases = [slots.take('a'), slots.take('a')];
    for (let times = 0; times < 3; times++) refusalOf(slots, 'a');
    slots.take('b');
    for (const release of releases) release();
    slots.take('b');
    expect(refusalOf(slots, 'a')).toBeUndefined();
  });
});
