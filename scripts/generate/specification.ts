// docs/specification-coverage.md, from the table of tests/specification.
import { type Area, numbersOf, type Proof, type Statement } from '../../tests/specification/statement.ts';
import { AREAS } from '../../tests/specification/statements.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
/** A code span may hold anything but the mark that ends it. */
const code = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

function proofs(provenBy: readonly Proof[]): string {
  const byFile = Map.groupBy(provenBy, ({ file }) => file);
  return [...byFile]
    .map(([file, of]) => `[${file}](../${file}): ${of.map(({ test }) => code(test)).join('; ')}`)
    .join('<br>');
}

const row = (statement: Statement): string =>
  `| ${numbersOf(statement).join(', ')} | ${cell(statement.says)} | ${statement.surface} | ${cell(proofs(statement.provenBy))} |`;

const section = ({ title, statements }: Area): string =>
  `## ${title}\n\n| No. | Statement | Surface | Proven by |\n| --- | --- | --- | --- |\n${statements.map(row).join('\n')}\n`;

export function specificationCoverage(): string {
  const statements = AREAS.flatMap((area) => area.statements);
  const tests = new Set(statements.flatMap(({ provenBy }) => provenBy.map(({ file, test }) => `${file} ${test}`)));
  return `# The specification, statement by statement

Made by \`npm run generate\` from tests/specification/statements. Each statement of the specification stands here in our
own words with the tests that prove it; \`npm run check\` fails when one of those did not run or did not pass. A test is
named by its titles from the outside in, and \`*\` stands for any characters.

${statements.flatMap(numbersOf).length} statements in ${statements.length} rows, proven by ${tests.size} named tests.

${AREAS.map(section).join('\n')}`;
}
