// The documentation as files, for operators who have only a release: the book in the console needs a running service. Pure.
import { dirname, join, normalize } from 'node:path';

/** Of the pages of the repository. Those for contributors, tables for our tests and stubs of the site are omitted. */
const OMITTED =
  /^docs\/(architecture|changelog|contract-decisions|sdk-typescript|sdk-python|specification-coverage)\.md$/;

/** The pages and pictures that a release contains, of all files below docs. */
export const isInRelease = (path: string): boolean =>
  /^docs\/(runbooks\/)?[^/]+\.md$|^docs\/pictures\/[^/]+\.svg$/.test(path) && !OMITTED.test(path);

const FENCE = /^( *)```[\s\S]*?^\1```$/gm;
const LINK = /!?\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/** Links to what a release does not contain become text. `page` is the path of the text in the release. */
export function withLinksInto(release: ReadonlySet<string>, page: string, text: string): string {
  const mended = (prose: string) =>
    prose.replaceAll(LINK, (link: string, label: string, target: string) => {
      const [path = ''] = target.split('#');
      if (path === '' || /^[a-z]+:/.test(path)) return link;
      return release.has(normalize(join(dirname(page), path)).replace(/\/$/, '')) ? link : label;
    });
  // Code is left as it is.
  let result = '';
  let end = 0;
  for (const { 0: code, index } of text.matchAll(FENCE)) {
    result += mended(text.slice(end, index)) + code;
    end = index + code.length;
  }
  return result + mended(text.slice(end));
}

/** Every folder is in a release, too. */
export function withFolders(files: readonly string[]): Set<string> {
  const paths = new Set(files);
  for (const path of paths) if (dirname(path) !== '.') paths.add(dirname(path));
  return paths;
}

/** What the first reader of a release needs, from the page about releases: its files, how to verify and how to unpack them. */
export function readmeOf(releases: string, version: string, chart: string): string {
  const [first = ''] = releases.split(/^## Versions$/m);
  const moved = first.replaceAll(/\]\((?![a-z]+:|#)/g, '](docs/').trimEnd();
  // The chart has its own version.
  const named = moved.replaceAll(/(onboarding-)?0\.1\.0(\.tgz)?/g, (_, name = '', end = '') =>
    name !== '' && end !== '' ? `${name}${chart}${end}` : `${name}${version}${end}`,
  );
  const [title, ...rest] = named.split('\n');
  const links =
    'Links lead into the unpacked archive of the programs. `docs/operators.md` there lists the pages for operators.';
  return `${title?.replace('Releases', `Release ${version}`)}\n\n${links}\n${rest.join('\n')}\n`;
}
