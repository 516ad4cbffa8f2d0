// Adapts Markdown that people also read in the repository: links, tabs, comments and pictures.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { MarkdownOptions } from 'vitepress';
import { withoutOperatorsSections } from './apart.ts';
import { type Book, isInBook } from './navigation.ts';
import { isPublished, ROOT, SHOWN } from './published.ts';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];
type Token = ReturnType<Markdown['parse']>[number];

interface Site {
  book: Book;
  /** The address of the repository, for links to files that are not on the site. */
  repository: string | undefined;
}

export function preparePages(md: Markdown, site: Site): void {
  md.core.ruler.before('normalize', 'comments', (state) => {
    const text = withoutComments(state.src);
    state.src = joinTabs(site.book === 'operators' ? text : withoutOperatorsSections(text));
  });
  md.core.ruler.after('inline', 'links', (state) => {
    const page = pageOf(state.env as PageEnvironment);
    for (const { children } of state.tokens) if (children !== null) mendLinks(children, page, site);
    state.tokens = joinWays(state.tokens, (html) =>
      Object.assign(new state.Token('html_block', '', 0), { content: html }),
    );
  });
  inlinePictures(md);
  breakNames(md);
}

interface PageEnvironment {
  path?: string;
  relativePath?: string;
}

/** The page's source in the repository. */
function pageOf({ relativePath = '' }: PageEnvironment): string {
  const page = `docs/${relativePath}`;
  return Object.keys(SHOWN).find((path) => SHOWN[path] === page) ?? page;
}

/** Removes comments, which are for authors. Keeps their line breaks, so that errors report the right line. */
function withoutComments(text: string): string {
  return text.replaceAll(/^<!--[\s\S]*?-->$/gm, (comment) => comment.replaceAll(/[^\n]/g, ''));
}

const TAB = /^```\w+ \[[^\]]+\]\n[\s\S]*?^```$/.source;
const TABS = new RegExp(`${TAB}(?:\\n\\n${TAB})+`, 'gm');

/** Neighbouring code blocks with a name, such as "sh [curl]", become tabs: the same example in several languages. */
function joinTabs(text: string): string {
  return text.replaceAll(TABS, (blocks) => `::: code-group\n${blocks}\n:::`);
}

const WAY = /^With (?:the )?/;

/** Neighbouring chapters "With ..." become tabs, because a reader needs only one of them. */
function joinWays(tokens: Token[], toToken: (html: string) => Token): Token[] {
  const chapters = tokens.flatMap(({ type, tag }, at) => (type === 'heading_open' && tag === 'h2' ? [at] : []));
  const ways = chapters.filter((at) => WAY.test(tokens[at + 1]?.content ?? ''));
  const [first] = ways;
  if (first === undefined || ways.length < 2) return tokens;
  const end = chapters.find((at) => at > (ways.at(-1) ?? first)) ?? tokens.length;
  const tabs = ways.map((at, index) => {
    const way = (tokens[at + 1]?.content ?? '').replace(WAY, '');
    const name = way.includes(' ') ? way.charAt(0).toUpperCase() + way.slice(1) : way;
    const input = `<input type="radio" name="way" id="way-${index}"${index === 0 ? ' checked' : ''}>`;
    return `${input}<label data-title="${name}" for="way-${index}">${name}</label>`;
  });
  const opened = `<div class="vp-code-group ways"><div class="tabs" role="radiogroup" aria-label="Way">${tabs.join('')}</div><div class="blocks">`;
  const panels = ways.flatMap((at, index) => [
    toToken(`<div class="vp-block${index === 0 ? ' active' : ''}">`),
    ...tokens.slice(at, ways[index + 1] ?? end),
    toToken('</div>'),
  ]);
  return [...tokens.slice(0, first), toToken(opened), ...panels, toToken('</div></div>'), ...tokens.slice(end)];
}

/** Makes links to files that are only in the repository lead there, or name the file if the repository's address is unknown. */
function mendLinks(tokens: Token[], page: string, site: Site): void {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      mendLink(token, page, site);
      open.push(token);
    } else if (token.type === 'link_close') {
      const opened = open.pop();
      if (opened !== undefined) token.tag = opened.tag;
    }
  }
}

function mendLink(token: Token, page: string, { book, repository }: Site): void {
  const href = token.attrGet('href') ?? '';
  if (/^([a-z]+:|#|\/)/.test(href)) return;
  const [path = '', anchor] = href.split('#');
  const target = normalize(join(dirname(page), path));
  if (isPublished(target) && !isInBook(book, fileOf(target))) {
    // Public pages mention only that there is another book.
    toText(token, "In the operators' guide");
  } else if (isPublished(target)) {
    const place = placeOf(target);
    token.attrSet('href', `/${place}${anchor === undefined ? '' : `#${anchor}`}`);
    // The browser loads it, because it is not a page.
    if (!place.endsWith('.md') && !place.endsWith('/')) token.attrSet('target', '_self');
  } else if (!existsSync(join(ROOT, target))) {
    // Unchanged: the build reports it as a broken link.
  } else if (repository === undefined) {
    toText(token, `In the repository: ${target}`);
  } else {
    token.attrSet('href', new URL(target, repository).href);
  }
}

function toText(token: Token, title: string): void {
  token.tag = 'span';
  token.attrs = [
    ['class', 'in-repository'],
    ['title', title],
  ];
}

/** The file below docs/ for a published path; for a folder, its first page. */
function fileOf(path: string): string {
  return (SHOWN[path] ?? path).replace(/^docs\//, '').replace(/(^|\/)$/, '$1README.md');
}

/** The path below the site for a published file. */
function placeOf(path: string): string {
  return (SHOWN[path] ?? path).replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Puts pictures into the page, so that they use its colours. */
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

/** Lets long names in headings and table cells wrap after punctuation. */
function breakNames(md: Markdown): void {
  md.core.ruler.push('names', ({ tokens }) => {
    tokens.forEach(({ children }, at) => {
      if (!/^(heading|t[hd])_open$/.test(tokens[at - 1]?.type ?? '')) return;
      for (const token of children ?? []) token.meta = { ...token.meta, mayBreak: true };
    });
  });
  const { code_inline: render } = md.renderer.rules;
  md.renderer.rules.code_inline = (tokens, at, ...rest) => {
    const html = render?.(tokens, at, ...rest) ?? '';
    return tokens[at]?.meta?.mayBreak ? html.replaceAll(/(?<!<)[./_,](?=[a-z{])/gi, '$&<wbr>') : html;
  };
}
