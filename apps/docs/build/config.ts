// Builds the documentation from the Markdown of docs/ and the changelog, as pages that work offline. There are two books: a public one
// for integrators, and one with all pages, which only our staff can read.
import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { keepApart } from './apart.ts';
import { finishSite } from './finish.ts';
import { preparePages } from './markdown.ts';
import { type Book, isForContributors, pagesOutside, sidebarOf } from './navigation.ts';
import { OMITTED, PAGES, ROOT, slugOf } from './published.ts';
import { mendSearchBox, termOf, WEIGHTS } from './search.ts';

const BOOKS = {
  integrators: {
    title: 'Partner Business Onboarding',
    description: 'Know-your-business onboarding by API: guides and reference.',
    siteTitle: 'Business Onboarding',
    home: '',
    nav: [
      { text: 'Quickstart', link: '/quickstart' },
      { text: 'Guides', link: '/concepts' },
      { text: 'API reference', link: '/reference/', target: '_self' },
      { text: 'Changelog', link: '/changelog' },
    ],
    base: '/docs/',
    out: '.build/sites/docs',
  },
  operators: {
    title: "Operators' guide",
    description: 'How to run the service for partner business onboarding.',
    siteTitle: "Operators' guide",
    home: 'operators',
    nav: [
      { text: 'Operations', link: '/operations' },
      { text: 'Runbooks', link: '/runbooks/' },
      { text: 'Guides', link: '/concepts' },
      { text: 'Changelog', link: '/changelog' },
    ],
    base: '/console/handbook/',
    out: '.build/sites/handbook',
  },
};

const BOOK: Book = process.env.DOCS_BOOK === 'operators' ? 'operators' : 'integrators';
const { title, description, siteTitle, home, nav, base, out } = BOOKS[BOOK];
/** The path and folder of the site, which the API or another server serves; and the repository's address, for links to its files. */
const { DOCS_BASE = base, DOCS_OUT = out, DOCS_REPOSITORY } = process.env;

export const docsConfig = defineConfig({
  title,
  description,
  lang: 'en-GB',
  base: DOCS_BASE,
  // Without an icon, browsers request a file that does not exist.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: PAGES,
  outDir: resolve(ROOT, DOCS_OUT),
  cacheDir: resolve(ROOT, '.build/vitepress'),
  srcExclude: [...OMITTED, ...pagesOutside(BOOK)],
  rewrites: { ':folder/README.md': ':folder/index.md' },
  ignoreDeadLinks: 'localhostLinks',
  cleanUrls: true,
  // Every request for a page of the operators' book checks the session, so no page is fetched before a reader opens it.
  router: { prefetchLinks: BOOK === 'integrators' },
  // Otherwise VitePress would add an inline style, which the content security policy does not allow.
  appearance: { disableTransition: false },
  markdown: {
    // Pages are plain Markdown, which every viewer shows in the same way: no HTML, no attributes, no components.
    html: false,
    attrs: false,
    emoji: false,
    component: false,
    sfc: false as never,
    anchor: { slugify: slugOf },
    // By default, colours stop where a line took half a second, so a busy machine would build other files.
    codeTransformers: [{ preprocess: (_code, options) => void Object.assign(options, { tokenizeTimeLimit: 0 }) }],
    languageLabel: {
      text: 'Text',
      sh: 'Shell',
      ts: 'TypeScript',
      js: 'JavaScript',
      py: 'Python',
      python: 'Python',
      json: 'JSON',
      go: 'Go',
      java: 'Java',
      csharp: 'C#',
      php: 'PHP',
      ruby: 'Ruby',
    },
    config: (md) => preparePages(md, { book: BOOK, repository: DOCS_REPOSITORY }),
  },
  vite: {
    publicDir: false,
    plugins: [mendSearchBox],
    logLevel: 'warn',
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  },
  themeConfig: {
    siteTitle,
    logoLink: DOCS_BASE + home,
    nav,
    sidebar: sidebarOf(BOOK),
    outline: { level: [2, 3], label: 'On this page' },
    externalLinkIcon: true,
    search: {
      provider: 'local',
      options: {
        // Neither integrators nor operators search for our decisions.
        _render: async (source, env, md) => (isForContributors(env.relativePath) ? '' : md.renderAsync(source, env)),
        miniSearch: {
          options: { processTerm: termOf },
          searchOptions: {
            boostDocument: WEIGHTS[BOOK],
            prefix: true,
            fuzzy: 0.15,
            boost: { title: 4, titles: 2, text: 1 },
          },
        },
      },
    },
  },
  buildEnd(site) {
    finishSite(site.outDir, DOCS_BASE);
    keepApart(site.outDir, DOCS_BASE, BOOK);
  },
});
