// Faults in TypeScript: StrykerJS's mutants, plus two kinds that it lacks: omitted `await` statements and changed SQL.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { type Fault, lineOf } from './fault.ts';

interface Position {
  line: number;
  column: number;
}
interface Mutant {
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: Position; end: Position };
  /** `Ignored` for excluded mutators. */
  status?: string;
}

/** `commands` is the folder of the installed tools' commands. */
export async function codeFaults(commands: string, files: readonly string[]): Promise<Fault[]> {
  const library = (name: string) => import(pathToFileURL(resolve(commands, '..', name)).href);
  const { createInstrumenter } = await library('@stryker-mutator/instrumenter/dist/src/index.js');
  const { createInjector } = await library('typed-inject/dist/src/index.js');
  const silent = Object.fromEntries(
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => {}]),
  );
  const logging = { ...silent, isDebugEnabled: () => false, isTraceEnabled: () => false };
  const injector = createInjector()
    .provideValue('logger', logging)
    .provideValue('getLogger', () => logging)
    .provideValue('options', {})
    .provideValue('fileDescriptions', {});
  const contents = files.map((name) => ({ name, content: readFileSync(name, 'utf8'), mutate: true }));
  const { mutants }: { mutants: Mutant[] } = await createInstrumenter(injector).instrument(contents, {
    plugins: null,
    // People judge the wording; the compiler checks most other strings.
    excludedMutations: ['StringLiteral'],
    ignorers: [],
  });
  const texts = new Map(contents.map(({ name, content }) => [name, content]));
  const byTool = mutants
    .filter(({ status }) => status !== 'Ignored')
    .map((mutant): Fault => {
      const text = texts.get(mutant.fileName) ?? '';
      const [start, end] = [offsetOf(text, mutant.location.start), offsetOf(text, mutant.location.end)];
      return { ...base(text, mutant.fileName, start, end), replacement: mutant.replacement, kind: mutant.mutatorName };
    });
  return [
    ...byTool.filter(({ file, start, end }) => !isWording(texts.get(file)?.slice(start, end) ?? '')),
    ...contents.flatMap(({ name, content }) => [...omissions(name, content), ...queries(name, content)]),
  ];
}

/** An object that consists of a description, such as one in an internal API document. */
const isWording = (code: string) => /^\{\s*description:\s*(['"`])(?:(?!\1)[^\\]|\\.)*\1,?\s*\}$/.test(code);

const base = (text: string, file: string, start: number, end: number) => ({
  file,
  line: lineOf(text, start),
  start,
  end,
});

/** Lines and columns start at 0. */
function offsetOf(text: string, { line, column }: Position): number {
  let offset = 0;
  for (let passed = 0; passed < line; passed++) offset = text.indexOf('\n', offset) + 1;
  return offset + column;
}

/** Statements awaited for their effect, such as writing an audit entry. */
function omissions(file: string, text: string): Fault[] {
  const found: Fault[] = [];
  new Visitor({
    ExpressionStatement({ start, end, expression }) {
      // StrykerJS omits calls that are not awaited.
      if (expression.type === 'AwaitExpression')
        found.push({ ...base(text, file, start, end), replacement: ';', kind: 'Omitted' });
    },
  }).visit(parseSync(file, text).program);
  return found;
}

const QUERIES: [kind: string, pattern: RegExp, replacement: string][] = [
  [
    'QueryCondition',
    /\band (?!then\b)[\w.]+ (?:=|<>|<=?|>=?|is(?: not)?|in) [^\n`]*?(?=\n|`| and | or | order | limit |\)|$)/g,
    '',
  ],
  ['QueryBound', /(?<= )<=(?= )/g, '<'],
  ['QueryBound', /(?<= )>=(?= )/g, '>'],
  ['QueryLock', / for (?:no key )?update(?: skip locked)?/g, ''],
  ['QueryOrder', /(?<=order by [^\n`)]*) desc/g, ''],
];

/** In the template literals of stores. */
function queries(file: string, text: string): Fault[] {
  if (!file.endsWith('-store.ts')) return [];
  const literals = [...text.matchAll(/`[^`]*`/g)];
  return QUERIES.flatMap(([kind, pattern, replacement]) =>
    literals.flatMap((literal) =>
      [...literal[0].matchAll(pattern)].map((match) => {
        const start = literal.index + match.index;
        return { ...base(text, file, start, start + match[0].length), replacement, kind };
      }),
    ),
  );
}
