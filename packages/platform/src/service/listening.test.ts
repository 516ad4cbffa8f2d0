import { expect, test } from 'vitest';
import { explainListening } from './listening.ts';

const config = { HOST: '127.0.0.1', PORT: 8080, METRICS_PORT: 9464 };
const failure = (code: string, port: number, syscall = 'listen') =>
  Object.assign(new Error('failed'), { code, port, syscall });

test.each([
  ['EADDRINUSE', 8080, 'port 8080 of 127.0.0.1 (PORT): another process uses it'],
  ['EADDRINUSE', 9464, 'port 9464 of 127.0.0.1 (METRICS_PORT): another process uses it'],
  ['EACCES', 80, 'port 80 of 127.0.0.1 (PORT): this user may not use it'],
  ['EADDRNOTAVAIL', 8080, '(PORT): the address is not one of this machine'],
])('%s on port %i is explained with the setting', (code, port, words) => {
  expect(explainListening(failure(code, port), config)).toContain(words);
});

test('one port for both settings is explained as such', () => {
  const same = { ...config, METRICS_PORT: 8080 };
  expect(explainListening(failure('EADDRINUSE', 8080), same)).toContain('PORT and METRICS_PORT are both 8080');
  expect(explainListening(failure('EACCES', 8080), same)).toContain('this user may not use it');
});

test('any other failure is not explained', () => {
  const others = [failure('EADDRINUSE', 1, 'connect'), failure('EMFILE', 1), new Error('listen'), 'listen', undefined];
  for (const error of others) expect(explainListening(error, config)).toBeUndefined();
});
