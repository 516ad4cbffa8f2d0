// NOTICE lists all third-party data in the sources, with its licence.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const NOTICE = readFileSync('NOTICE', 'utf8');
const sections = NOTICE.split(/\n(?=packages\/)/).slice(1);

/** Such a source names the copyright holder at its beginning. */
const taken = globSync('{apps,packages,database,scripts}/**/*.{ts,txt,sql,py}', {
  exclude: (path) => path.includes('node_modules'),
}).filter((path) => /©|Copyright/.test(readFileSync(path, 'utf8').slice(0, 1_000)));

test('every source with third-party data is listed in NOTICE', () => {
  expect(taken).toContain('packages/platform/src/names/letters.ts');
  expect(taken.filter((path) => !NOTICE.includes(path))).toEqual([]);
});

test('NOTICE contains the full Unicode licence for the tables generated from its data', () => {
  const section = sections.find((one) => one.includes('packages/platform/src/names/')) ?? '';
  for (const words of [
    'UNICODE LICENSE V3',
    'Unicode, Inc.',
    'Permission is hereby granted, free of charge',
    'THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS"',
    'IN NO EVENT SHALL THE COPYRIGHT HOLDER',
    'Except as contained in this notice, the name of a copyright holder',
  ]) {
    expect(section.replace(/\s+/g, ' ')).toContain(words);
  }
});
