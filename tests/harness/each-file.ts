// Runs in every test file.
import { afterEach } from 'vitest';
import { describeOpenPages } from './open-pages.ts';

afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' ? task.result.errors?.[0] : undefined;
  const pages = error && (await describeOpenPages());
  if (pages) error.message += `\n\nOpen pages:\n${pages}`;
});
