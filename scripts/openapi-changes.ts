// Breaking changes of the Partner API since the last release: npm run api:changes. docs/openapi.released.json is the document of that
// release.
import { spawnSync } from 'node:child_process';
import { comparisonTool } from './openapi-tools.ts';

export const RELEASED = 'docs/openapi.released.json';
export const PRESENT = 'docs/openapi.json';

/** A paragraph for each change; empty if there is none. */
export async function breakingChanges(before: string, after: string): Promise<string> {
  const parts = ['breaking', '--fail-on', 'ERR', before, after];
  const env = { ...process.env, OASDIFF_NO_TELEMETRY: '1' };
  const { status, stdout, stderr } = spawnSync(await comparisonTool(), parts, { env, encoding: 'utf8' });
  if (status === 0) return '';
  if (status === 1) return stdout;
  throw new Error(`The documents cannot be compared: ${stderr}`);
}

if (import.meta.main) {
  const found = await breakingChanges(RELEASED, PRESENT);
  if (found === '') console.log('No breaking change since the last release.');
  else {
    console.error(
      `${found}\nIntegrations that work today would break. Keep what was released, or add a new path version.`,
    );
    process.exitCode = 1;
  }
}
