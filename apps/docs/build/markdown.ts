// What our Markdown needs beyond the usual: the same files are read on their own in the repository.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { MarkdownOptions } from 'vitepress';
import { isPublished, ROOT, SHOWN } from './published.ts';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];
type Token = ReturnType<Markdown['parse']>[number];

export function preparePages(md: Markdown, repository: string | undefined): void {
  md.core.ruler.before('normalize', 'comments', (state) => {
    state.src = joinTabs(withoutComments(state.src));
  });
  md.core.ruler.after('inline', 'links', (state) => {
    const page = pageOf(state.env as PageEnvironment);
    for (const { children } of state.tokens) if (children !== null) mendLinks(children, page, repository);
  });
  inlinePictures(md);
}

interface PageEnvironment {
  path?: string;
  relativePath?: string;
}

/** Where the text stands in the repository. */
function pageOf({ relativePath = '' }: PageEnvironment): string {
  const page = `docs/${relativePath}`;
  return Object.keys(SHOWN).find((path) => SHOWN[path] === page) ?? page;
}

/** Comments are for those who write. Their lines stay, so that a report names the right one. */
function withoutComments(text: string): string {
  return text.replaceAll(/^<!--[\s\S]*?-->$/gm, (comment) => comment.replaceAll(/[^\n]/g, ''));
}

const TAB = /^```\w+ \[[^\]]+\]\n[\s\S]*?^```$/.source;
const TABS = new RegExp(`${TAB}(?:\\n\\n${TAB})+`, 'gm');

/** Neighbouring blocks with a name, such as "sh [curl]", are one in several languages. */
function joinTabs(text: string): string {
  return text.replaceAll(TABS, (blocks) => `::: code-group\n${blocks}\n:::`);
}

/** A link to what is only in the repository leads there, or says where it is if nobody told us the address. */
function mendLinks(tokens: Token[], page: string, repository: string | undefined): void {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      mendLink(token, page, repository);
      open.push(token);
    } else if (token.type === 'link_close') {
      const opened = open.pop();
      if (opened !== undefined) token.tag = opened.tag;
    }
  }
}

function mendLink(token: Token, page: string, repository: string | undefined): void {
  const href = token.attrGet('href') ?? '';
  if (/^([a-z]+:|#|\/)/.test(href)) return;
  const [path = '', anchor] = href.split('#');
  const target = normalize(join(dirname(page), path));
  if (isPublished(target)) {
    const place = placeOf(target);
    token.attrSet('href', `/${place}${anchor === undefined ? '' : `#${anchor}`}`);
    // Not a page: the browser fetches it.
    if (!place.endsWith('.md') && !place.endsWith('/')) token.attrSet('target', '_self');
  } else if (!existsSync(join(ROOT, target))) {
    // Left as it is: the build names it as a link that leads nowhere.
  } else if (repository === undefined) {
    token.tag = 'span';
    token.attrs = [
      ['class', 'in-repository'],
      ['title', `In the repository: ${target}`],
    ];
  } else {
    token.attrSet('href', new URL(target, repository).href);
  }
}

/** Of a published file below the site. */
function placeOf(path: string): string {
  return (SHOWN[path] ?? path).replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Pictures are part of the page, so that they take its colours. */
function inlinePictures(md: Markdown): void {
  const { image } = md.renderer.rules;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index]?.attrGet('src') ?? '';
    if (!source.endsWith('.svg')) return image?.(tokens, index, options, env, self) ?? '';
    const file = join(ROOT, dirname(pageOf(env as PageEnvironment)), source);
    const picture = readFileSync(file, 'utf8').replace(/<style>[\s\S]*?<\/style>/, '');
    return `<span class="picture" tabindex="0" v-pre>${picture}</span>`;
  };
}
