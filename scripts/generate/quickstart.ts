// Inserts the files of docs/examples/quickstart into the page that explains them, so that each exists only once.
import { readFileSync } from 'node:fs';

const PAGE = 'docs/quickstart.md';

/** After `<!-- file: PATH -->`, the next block is that file. */
export function quickstartPage(): [path: string, text: string] {
  const text = readFileSync(PAGE, 'utf8').replaceAll(
    /(<!-- file: (\S+) -->\n\n```\w+\n)[\s\S]*?(```\n)/g,
    (_, before: string, file: string, after: string) => `${before}${readFileSync(file, 'utf8')}${after}`,
  );
  return [PAGE, text];
}
