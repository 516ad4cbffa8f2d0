// Completes a built site: copies the files that its pages link to, and fails if a link is broken.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGES } from './published.ts';

export function finishSite(outDir: string, base: string): void {
  const pages = readPages(outDir);
  copyLinkedFiles(outDir, base, pages);
  const broken = findBrokenLinks(outDir, base, pages);
  if (broken.length > 0) throw new Error(`Broken links:\n${broken.join('\n')}`);
  const links = pages.reduce((sum, page) => sum + page.links.length, 0);
  console.log(`${pages.length} pages, ${links} links`);
}

interface BuiltPage {
  /** The path without its extension, such as 'webhooks'. */
  name: string;
  ids: ReadonlySet<string>;
  /** As written in the page; without links to other sites. */
  links: readonly string[];
}

function readPages(outDir: string): BuiltPage[] {
  return globSync('**/*.html', { cwd: outDir }).map((file) => {
    const html = readFileSync(join(outDir, file), 'utf8');
    return {
      name: file.replace(/\.html$/, ''),
      ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => decode(id))),
      links: [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)]
        .map(([, href = '']) => decode(href))
        .filter((href) => !/^[a-z]+:/.test(href)),
    };
  });
}

const decode = (text: string) => decodeURIComponent(text.replaceAll('&amp;', '&'));

function copyLinkedFiles(outDir: string, base: string, pages: readonly BuiltPage[]): void {
  for (const link of new Set(pages.flatMap(({ links }) => links))) {
    const path = link.slice(base.length).split('#')[0] ?? '';
    if (!link.startsWith(base) || !/\.\w+$/.test(path) || path.endsWith('.html')) continue;
    if (!existsSync(join(PAGES, path))) continue;
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    cpSync(join(PAGES, path), join(outDir, path));
  }
}

/** Each with its page. VitePress itself checks pages, but not anchors. */
function findBrokenLinks(outDir: string, base: string, pages: readonly BuiltPage[]): string[] {
  const byName = new Map(pages.map((page) => [page.name, page]));
  return pages.flatMap((page) =>
    page.links.filter((link) => !leadsSomewhere(link, page)).map((link) => `${page.name}: ${link}`),
  );

  function leadsSomewhere(link: string, from: BuiltPage): boolean {
    const { pathname, hash } = new URL(link, `http://site${base}${from.name}`);
    const path = decodeURIComponent(pathname);
    if (!path.startsWith(base)) return false;
    const name = path.slice(base.length);
    // Served by the API, or added by the build for another server.
    if (name === 'reference/') return true;
    const page = byName.get(name === '' || name.endsWith('/') ? `${name}index` : name);
    if (page === undefined) return /\.\w+$/.test(name) && existsSync(join(outDir, name));
    return hash === '' || page.ids.has(decodeURIComponent(hash.slice(1)));
  }
}
