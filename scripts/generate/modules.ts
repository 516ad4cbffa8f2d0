// The domain's modules for docs/architecture.md: what each owns, from the comment of its index.ts, and which others it
// imports.
import { readFileSync } from 'node:fs';
import { between, domainModuleOf, importsOf, readSources } from '../house/sources.ts';

const PAGE = 'docs/architecture.md';
const BEGIN = '<!-- modules: made by npm run generate from the imports and the first comment of each index.ts -->';
const END = '<!-- /modules -->';

/** The page with the current list. */
export function architecturePage(): [path: string, text: string] {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for modules: ${BEGIN} ${END}`);
  return [PAGE, `${before}${BEGIN}\n\n${moduleList()}\n${END}${after}`];
}

function moduleList(): string {
  const sources = readSources('.').filter(({ path }) => path.startsWith('packages/domain/'));
  const modules = between(importsOf('.', sources), domainModuleOf);
  const heights = new Map<string, number>();
  const heightOf = (module: string): number => {
    const known = heights.get(module);
    if (known !== undefined) return known;
    const height = 1 + Math.max(0, ...[...(modules.get(module) ?? [])].map(heightOf));
    heights.set(module, height);
    return height;
  };
  return [...modules.keys()]
    .sort((a, b) => heightOf(a) - heightOf(b) || a.localeCompare(b))
    .map((module) => {
      const others = [...(modules.get(module) ?? [])].sort();
      return `- \`${module}\`: ${ownedBy(module)}${others.length === 0 ? '' : `\n  ──> ${others.join(', ')}`}\n`;
    })
    .join('');
}

/** The first sentence of the comment in index.ts, which starts with "Owns:". */
function ownedBy(module: string): string {
  const file = `packages/domain/src/${module}/index.ts`;
  const [comment = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(file, 'utf8')) ?? [];
  const [, owns] =
    /^Owns: (.+?)\.(?: |$)/.exec(
      comment
        .replaceAll(/^\/\/ ?/gm, '')
        .replaceAll('\n', ' ')
        .trim(),
    ) ?? [];
  if (owns === undefined) throw new Error(`${file} must begin with a comment "Owns: ... ."`);
  return owns;
}
