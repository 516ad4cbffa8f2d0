// Linters of the OpenAPI documents and of the chart, a comparison of documents, and client generators. They are not dependencies of the project: it runs
// without them, and the generator needs another TypeScript.
import { join, resolve } from 'node:path';
import { installed, installedNode, run, THRICE } from './tools.ts';

const SOURCES = resolve(import.meta.dirname, 'openapi-tools');

/** The folder with the commands of the Node tools. */
export const nodeTools = (): Promise<string> => installedNode('node', SOURCES);

/** The Python with the Python tools installed. */
export async function pythonTools(): Promise<string> {
  const python = 'venv/bin/python';
  const folder = await installed('python', SOURCES, ['requirements.txt'], async (fresh) => {
    await run('python3', ['-m', 'venv', 'venv'], fresh);
    // Not compiled in advance: most of it is never imported.
    const options = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-compile', '--timeout=45'];
    await run(THRICE, [join(fresh, python), '-m', 'pip', 'install', ...options, '-r', 'requirements.txt'], fresh);
  });
  return join(folder, python);
}

/** The program that finds breaking changes between two documents. */
export async function comparisonTool(): Promise<string> {
  const folder = await installed('go', SOURCES, ['go.mod', 'go.sum'], (fresh) =>
    run(THRICE, ['go', 'build', '-o', 'oasdiff', 'github.com/oasdiff/oasdiff'], fresh),
  );
  return join(folder, 'oasdiff');
}
