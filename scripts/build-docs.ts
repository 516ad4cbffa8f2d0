// Builds the documentation to be served by something other than the API: `npm run build:docs -- --base /handbook/ --into
// FOLDER`. Any file server can serve the result, which includes the reference. The operators' book is built only on request.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DOCUMENTS } from '../apps/api/src/docs/documents.ts';
import { NO_DEPLOYMENT } from '../apps/api/src/docs/openapi.ts';
import { makeReference } from '../apps/api/src/docs/reference.ts';
import { alone } from './build-sites.ts';

const USAGE = `usage: npm run build:docs -- --into FOLDER [--base PATH] [--book BOOK] [--repository URL]
Builds the documentation as files for any web server.
  --into FOLDER       where to write them; existing content is replaced
  --base PATH         the path under which they are served, such as /handbook/ (default: /)
  --book BOOK         integrators or operators (default: integrators); protect the operators' book yourself
  --repository URL    where the files of the repository can be read, for links to them`;

const { values } = parseArgs({
  options: {
    into: { type: 'string' },
    base: { type: 'string', default: '/' },
    book: { type: 'string', default: 'integrators' },
    repository: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const { book } = values;
if (values.help || values.into === undefined || !['integrators', 'operators'].includes(book)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const base = `/${values.base.replaceAll(/^\/|\/$/g, '')}/`.replace('//', '/') as `/${string}`;
const into = resolve(values.into);
const place = { DOCS_BOOK: book, DOCS_BASE: base, DOCS_OUT: into };
const repository = values.repository === undefined ? {} : { DOCS_REPOSITORY: values.repository };
// Concurrent builds would share a folder for intermediate files.
await alone('docs', async () => {
  const parts = ['node_modules/vitepress/bin/vitepress.js', 'build', 'apps/docs', '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production', ...place, ...repository };
  execFileSync(process.execPath, parts, { env, stdio: 'inherit' });
});
if (book === 'integrators') await addReference();
console.log(`built ${into} for ${base}`);

async function addReference(): Promise<void> {
  const reference = await makeReference(`${base}reference`, (file) => `${base}${file}`);
  write('reference/index.html', reference[''].bytes);
  write('reference/js/scalar.js', reference['js/scalar.js'].bytes);
  for (const { file, create } of DOCUMENTS)
    write(file, JSON.stringify(create({ ...NO_DEPLOYMENT, documentation: base })));
}

function write(name: string, content: string | Buffer): void {
  mkdirSync(dirname(join(into, name)), { recursive: true });
  writeFileSync(join(into, name), content);
}
