// How the documentation is built: the Markdown of docs/ and the changelog, as pages that work offline.
import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { finishSite } from './finish.ts';
import { preparePages } from './markdown.ts';
import { isForContributors, SIDEBAR } from './navigation.ts';
import { PAGES, ROOT } from './published.ts';
import { mendSearchBox, termOf, weightOf } from './search.ts';
import { slugOf } from './slugs.ts';

/** Where the site will be, below the API or anywhere else; and of the repository, for links to what the site does not have. */
const { DOCS_BASE = '/docs/', DOCS_OUT = '.build/sites/docs', DOCS_REPOSITORY } = process.env;

export const docsConfig = defineConfig({
  title: 'Partner Business Onboarding',
  description: 'Know-your-business onboarding by API: guides, reference and operation.',
  lang: 'en-GB',
  base: DOCS_BASE,
  // Without one, browsers ask for a file that is not there.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: PAGES,
  outDir: resolve(ROOT, DOCS_OUT),
  cacheDir: resolve(ROOT, '.build/vitepress'),
  srcExclude: ['specification-coverage.md'],
  rewrites: { ':folder/README.md': ':folder/index.md' },
  ignoreDeadLinks: 'localhostLinks',
  cleanUrls: true,
  // Otherwise it would add a style to the page, which the policy does not allow.
  appearance: { disableTransition: false },
  markdown: {
    // Pages are Markdown that any other reader shows alike: no HTML, no attributes, no components.
    html: false,
    attrs: false,
    emoji: false,
    component: false,
    sfc: false as never,
    anchor: { slugify: slugOf },
    languageLabel: { sh: 'Shell', ts: 'TypeScript', js: 'JavaScript', py: 'Python', python: 'Python', json: 'JSON' },
    config: (md) => preparePages(md, DOCS_REPOSITORY),
  },
  vite: {
    publicDir: false,
    plugins: [mendSearchBox],
    logLevel: 'warn',
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
  },
  themeConfig: {
    siteTitle: 'Business Onboarding',
    nav: [
      { text: 'Quickstart', link: '/quickstart' },
      { text: 'Guides', link: '/concepts' },
      { text: 'API reference', link: '/reference/', target: '_self' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: SIDEBAR,
    outline: { level: [2, 3], label: 'On this page' },
    externalLinkIcon: true,
    search: {
      provider: 'local',
      options: {
        // Integrators do not look for our decisions.
        _render: async (source, env, md) => (isForContributors(env.relativePath) ? '' : md.renderAsync(source, env)),
        miniSearch: {
          options: { processTerm: termOf },
          searchOptions: {
            boostDocument: weightOf,
            prefix: true,
            fuzzy: 0.15,
            boost: { title: 4, titles: 2, text: 1 },
          },
        },
      },
    },
  },
  buildEnd: (site) => finishSite(site.outDir, DOCS_BASE),
});
