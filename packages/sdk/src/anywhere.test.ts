// The package must run in every environment with fetch and WebCrypto.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = globSync('packages/sdk/src/*.ts').filter((file) => !file.endsWith('.test.ts'));

test('imports only its own files and uses no Node-specific globals', () => {
  expect(SOURCES.length).toBeGreaterThan(15);
  const foreign = SOURCES.flatMap((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '');
    const imports = [...code.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, path = '']) => path);
    const words = [...code.matchAll(/(?<!['.\w])(Buffer|process|require|__dirname|setImmediate)\b(?!')/g)];
    return [...imports.filter((path) => !path.startsWith('./')), ...words.map(([word]) => word)].map(
      (found) => `${file}: ${found}`,
    );
  });
  expect(foreign).toEqual([]);
});
