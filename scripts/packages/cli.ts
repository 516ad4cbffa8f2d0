// The command as partners install it: one self-contained file, so that nothing else has to be trusted or downloaded.
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commitOfCheckout } from '../commit.ts';
import { manifestOf, PARTNERS_NODE } from './manifest.ts';

const SOURCE = 'packages/cli';
const COMMAND = 'onboarding.js';
const NOTICES = 'THIRD-PARTY-NOTICES';

export async function buildCli(into: string, version: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: `${SOURCE}/src/main.ts`,
    platform: 'node',
    transform: { target: 'node20' },
    logLevel: 'warn',
  });
  const { output } = await build.write({ file: join(into, COMMAND), format: 'esm', codeSplitting: false });
  await build.close();
  await chmod(join(into, COMMAND), 0o755);
  const modules = output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
  await writeFile(join(into, NOTICES), await noticesOf(modules));
  const own = {
    engines: { node: PARTNERS_NODE.cli },
    files: [COMMAND, NOTICES],
    // As npm records it in the registry; `--version` prints it.
    gitHead: commitOfCheckout(),
    bin: { onboarding: `./${COMMAND}` },
  };
  await writeFile(join(into, 'package.json'), await manifestOf(SOURCE, version, own));
}

/** The licences of third-party code in the file. */
async function noticesOf(modules: readonly string[]): Promise<string> {
  const folders = modules.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]);
  const notices = [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .toSorted()
    .map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
      const text = file === undefined ? '' : `\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
      return `${name} ${version} (${license})\n${text}`;
    });
  return `The command contains these packages.\n\n${(await Promise.all(notices)).join('\n---\n\n')}`;
}
