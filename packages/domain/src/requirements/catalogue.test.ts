import type { Db } from '@onboarding/platform/postgres';
import { expect, test } from 'vitest';
import { createCatalogueSource } from './catalogue.ts';
import type { Catalogue } from './requirement.ts';

/** A database that only serves the catalogue: each read returns the next one. */
function source() {
  let now = 1_000_000;
  let readings = 0;
  let away = false;
  const db: Db = {
    async transaction<T>(): Promise<T> {
      readings++;
      if (away) throw new Error('away');
      // The result of a transaction depends on its work, which is always to read the catalogue here.
      return catalogueOf(readings) as T;
    },
    close: async () => {},
  };
  const { current } = createCatalogueSource(db, { now: () => new Date(now) });
  return {
    pass: (seconds: number) => {
      now += seconds * 1000;
    },
    setUnavailable: (value: boolean) => {
      away = value;
    },
    number: async () => [...(await current()).countries.keys()][0],
    readings: () => readings,
  };
}

const catalogueOf = (reading: number): Catalogue => ({
  countries: new Map([[String(reading), 'Somewhere']]),
  prohibited: new Set(),
  open: new Set([String(reading)]),
  businessTypes: new Map(),
  usualDocuments: new Map(),
  requirements: new Map(),
  retired: new Map(),
});

test('reads the catalogue once and serves it from memory while fresh', async () => {
  const { number, pass, readings } = source();
  expect(await number()).toBe('1');
  pass(14);
  expect(await number()).toBe('1');
  expect(readings()).toBe(1);
});

test('refreshes in the background without delaying requests', async () => {
  const { number, pass, readings } = source();
  await number();
  pass(15);
  expect([await number(), readings()]).toEqual(['1', 2]);
  expect([await number(), readings()]).toEqual(['2', 2]);
});

test('serves nothing older than 30 seconds after an idle period', async () => {
  const { number, pass } = source();
  await number();
  pass(30);
  expect(await number()).toBe('2');
});

test('concurrent requests share one read', async () => {
  const { number, pass, readings } = source();
  await Promise.all([number(), number(), number()]);
  pass(60);
  await Promise.all([number(), number(), number()]);
  expect(readings()).toBe(2);
});

test('serves the cached catalogue while the database is unavailable, and refreshes afterwards', async () => {
  const { number, pass, setUnavailable } = source();
  await number();
  pass(60);
  setUnavailable(true);
  expect(await number()).toBe('1');
  expect(await number()).toBe('1');
  setUnavailable(false);
  await number();
  expect(await number()).not.toBe('1');
});

test('fails while the database is unavailable and nothing is cached', async () => {
  const { number, setUnavailable } = source();
  setUnavailable(true);
  await expect(number()).rejects.toThrow('away');
  setUnavailable(false);
  expect(await number()).toBe('2');
});
