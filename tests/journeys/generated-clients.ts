// Clients as partners build them: generated from the documents of a running API, type-checked as strictly as their language
// allows, and then run. The programs are the examples of docs/examples/clients.
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { nodeTools, pythonTools } from '../../scripts/openapi-tools.ts';

const EXAMPLES = resolve('docs/examples/clients');
const TSC = resolve('node_modules/typescript/bin/tsc');
/** The timeout of one command; an idle machine needs a few seconds. */
const COMMAND_MS = 600_000;

export interface ClientLanguage {
  /** Generates a client from the document at this URL, as a folder with this name. */
  generate(documentUrl: string, name: string, folder: string): Promise<void>;
  /** Checks the types of all clients in the folder and of the example, which uses the one called "client". */
  check(folder: string): Promise<void>;
  /** Runs the example and returns its output. */
  run(folder: string, settings: Record<string, string>): Promise<unknown>;
  /** How the client parses what it reads, by the name of its schema; only for clients that validate it. */
  reread?(folder: string, schema: string, value: unknown): Promise<unknown>;
}

export const CLIENT_LANGUAGES: Record<'typescript' | 'python', ClientLanguage> = {
  typescript: {
    async generate(documentUrl, name, folder) {
      const generator = join(await nodeTools(), 'openapi-ts');
      const settings = { OPENAPI_URL: documentUrl, CLIENT_FOLDER: name };
      await command(process.execPath, [generator, '--no-log-file'], folder, settings);
    },
    async check(folder) {
      await command(process.execPath, [TSC, '--project', '.'], folder);
    },
    run: async (folder, settings) => JSON.parse(await command(process.execPath, ['onboard.ts'], folder, settings)),
  },
  python: {
    async generate(documentUrl, name, folder) {
      const tool = ['-m', 'openapi_python_client', 'generate', '--config', 'generator.yaml', '--meta', 'none'];
      // It only warns about what it cannot express, and omits it.
      const options = ['--url', documentUrl, '--output-path', name, '--fail-on-warning'];
      await command(await pythonTools(), [...tool, ...options], folder);
    },
    async check(folder) {
      await command(await pythonTools(), ['-m', 'mypy', '--strict', '.'], folder);
    },
    run: async (folder, settings) => JSON.parse(await command(await pythonTools(), ['onboard.py'], folder, settings)),
    async reread(folder, schema, value) {
      const read = `${schema}.from_dict(json.loads(os.environ["VALUE"])).to_dict()`;
      const code = `import json, os\nfrom client.models import ${schema}\nprint(json.dumps(${read}))`;
      return JSON.parse(await command(await pythonTools(), ['-c', code], folder, { VALUE: JSON.stringify(value) }));
    },
  },
};

/** A folder with the example, for its clients. */
export async function exampleFolder(language: keyof typeof CLIENT_LANGUAGES, within: string): Promise<string> {
  const folder = join(within, language);
  await cp(join(EXAMPLES, language), folder, { recursive: true });
  return folder;
}

async function command(
  program: string,
  parts: string[],
  cwd: string,
  variables: Record<string, string> = {},
): Promise<string> {
  const env = { PATH: process.env.PATH, ...variables };
  try {
    return (await promisify(execFile)(program, parts, { cwd, env, timeout: COMMAND_MS, maxBuffer: 1e7 })).stdout;
  } catch (thrown) {
    const { stdout, stderr } = thrown as { stdout?: string; stderr?: string };
    throw new Error(`${parts.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: thrown });
  }
}
