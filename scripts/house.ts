// Figures that show how easy the sources are to work with: `npm run house`.
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { deadExports, handCounted, type Long, longFiles, longFunctions, placesOf } from './house/measures.ts';
import {
  between,
  cyclesOf,
  domainModuleOf,
  folderOf,
  importsOf,
  readSources,
  subfolderCycles,
  upwardImports,
} from './house/sources.ts';

const FILE_LINES = 300;
const FUNCTION_LINES = 50;
const FIELDS = ['taxResidenceCountry', 'tradingName'];
const USAGE = `usage: npm run house -- [--all] [FOLDER]

Counts, in apps, packages, scripts and database, excluding tests and generated files: domain modules and the
dependencies between them, cycles, long files and functions, statements numbered by hand, places that name a
field, and dead exports.

  FOLDER   another checkout; defaults to this one. Dead exports need its node_modules.
  --all    list everything that is counted, not only the first ten
`;

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (values.help || positionals.length > 1) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const root = resolve(positionals[0] ?? '.');
const sources = readSources(root);
if (sources.length === 0) {
  console.error(`There are no sources in ${root}. Name the folder of a checkout.`);
  process.exit(2);
}
const imports = importsOf(root, sources);
const modules = between(imports, domainModuleOf);
const arrows = [...modules].flatMap(([from, targets]) => [...targets].map((to) => `${from} -> ${to}`));

console.log(`${sources.length} files in ${relative(process.cwd(), root) || '.'}`);
tell('Domain modules', modules.size, []);
tell('Dependencies between them', arrows.length, values.all ? arrows : []);
tell('Module cycles', ...counted(cyclesOf(modules).map((group) => group.join(' <-> '))));
tell('Folder cycles', ...counted(cyclesOf(between(imports, folderOf)).map((group) => group.join(' <-> '))));
tell('Imports running up in modules', ...counted(upwardImports(imports)));
tell('Subfolder cycles, at any depth', ...counted(subfolderCycles(imports).map((group) => group.join(' <-> '))));
tell('File cycles', ...counted(cyclesOf(imports).map((group) => group.join(' <-> '))));
tell(`Files over ${FILE_LINES} lines`, ...counted(longFiles(sources, FILE_LINES).map(inLines)));
tell(`Functions over ${FUNCTION_LINES} lines`, ...counted(longFunctions(sources, FUNCTION_LINES).map(inLines)));

const byHand = Object.entries(handCounted(sources));
tell(
  'In stores, numbered by hand',
  byHand.reduce((sum, [, count]) => sum + count, 0),
  byHand.map(([what, count]) => `${count} ${what}`),
);
for (const field of FIELDS) {
  const { places, files } = placesOf(sources, field);
  tell(`Places of ${field}`, `${places} in ${files.length} files`, values.all ? files : []);
}
const dead = deadExports(root);
if (dead === undefined) tell('Dead exports', 'not counted, because node_modules is missing', []);
else tell('Dead exports', ...counted(dead));

function counted(found: string[]): [number, string[]] {
  return [found.length, values.all ? found : found.slice(0, 10)];
}

function inLines({ name, lines }: Long): string {
  return `${lines} ${name}`;
}

function tell(what: string, figure: number | string, details: readonly string[]): void {
  console.log(`${`${what}:`.padEnd(32)} ${figure}`);
  for (const detail of details) console.log(`    ${detail}`);
}
