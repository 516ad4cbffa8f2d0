import { describe, expect, test } from 'vitest';
import { AmbiguousCommit, isTransient, leavesCommitOpen } from './failure.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

describe('a transaction is retried', () => {
  test.each([
    '08000',
    '08006',
    '57P01',
    '57P02',
    '57P03',
    '25006',
    '40001',
    '40P01',
    '53100',
    '53300',
    'ECONNRESET',
    'ECONNREFUSED',
    'ETIMEDOUT',
    'EPIPE',
  ])('after %s', (code) => {
    expect(isTransient(coded(code))).toBe(true);
  });
  test.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
    'timeout exceeded when trying to connect',
  ])('after an error without a code and the message "%s"', (message) => {
    expect(isTransient(new Error(message))).toBe(true);
  });
});

describe('a transaction is not retried', () => {
  test.each(['22001', '22P02', '23505', '23503', '42501', '42P01', 'XX000', 'ENOENT'])('after %s', (code) => {
    expect(isTransient(coded(code))).toBe(false);
  });
  test('after programming errors and ambiguous commits', () => {
    expect(isTransient(new TypeError('x is undefined'))).toBe(false);
    expect(isTransient('Connection terminated')).toBe(false);
    expect(isTransient(new AmbiguousCommit('x'))).toBe(false);
  });
});

describe('a failed COMMIT', () => {
  test.each(['40001', '40P01', '25006', '53100', '53300', '23505'])(
    'has certainly not taken effect after %s',
    (code) => {
      expect(leavesCommitOpen(coded(code))).toBe(false);
    },
  );
  test.each(['57P01', '57P02', '08006', 'ECONNRESET', 'EPIPE'])('may have taken effect after %s', (code) => {
    expect(leavesCommitOpen(coded(code))).toBe(true);
  });
  test('may have taken effect when the server stops responding', () => {
    expect(leavesCommitOpen(new Error('Query read timeout'))).toBe(true);
  });
});
