import pg from 'pg';
import { expect, test } from 'vitest';
import { createLogger } from './index.ts';

function logged(error: unknown): string {
  const lines: string[] = [];
  createLogger({ service: 'test', level: 'info' }, { write: (line) => lines.push(line) }).error(
    { err: error },
    'failed',
  );
  return lines.join('');
}

test('logs only names from a database error, never the values that PostgreSQL quotes', () => {
  const error = new pg.DatabaseError('duplicate key value: amara@people.example', 10, 'error');
  Object.assign(error, {
    code: '23505',
    constraint: 'people_email',
    detail: 'Key (email)=(amara@people.example) already exists.',
  });
  const line = logged(new Error('create failed', { cause: error }));
  expect(line).not.toContain('amara');
  expect(JSON.parse(line)).toMatchObject({
    err: { message: 'create failed', cause: { code: '23505', constraint: 'people_email' } },
  });
});

test('does not log thrown values that are not errors', () => {
  expect(logged('amara@people.example')).not.toContain('amara');
});
