// Checks the Containerfiles with hadolint.
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pythonTools } from './openapi-tools.ts';

const files = globSync('{Containerfile,deploy/**/*Containerfile}');
const hadolint = join(dirname(await pythonTools()), 'hadolint');
try {
  await promisify(execFile)(hadolint, files);
  console.log(`${files.length} Containerfiles, no problems found`);
} catch (thrown) {
  const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string };
  console.error(`${stdout}${stderr}`.trim() || thrown);
  process.exitCode = 1;
}
