// The documentation site: `npm run docs`. `npm run check` builds it.
import { createRequire } from 'node:module';
import { defineConfig } from 'vitepress';
import { checkPages } from './check-pages.mjs';
import { read, readList, rewrites, siteLinks, writeGeneratedPages } from './pages.mjs';
import { graphqlReference } from './reference/graphql.mjs';
import { restReference } from './reference/rest.mjs';

const facade = createRequire(new URL('../../services/rest-facade/dist/', import.meta.url));
const openapi = facade('./openapi/openapi.js').openapi(facade('./routes.js').routes, {
  publicUrl: 'https://leads.example.com',
});
const references = [
  graphqlReference(read('services/contract/schema.graphql'), JSON.parse(read('services/contract/schema-rules.json'))),
  restReference(openapi),
];
writeGeneratedPages(Object.assign({}, ...references));

const logo = `data:image/svg+xml,${encodeURIComponent(read('web/public/favicon.svg'))}`;

/** The sections in docs/README.md, each with the pages that its own README lists. */
const sections = readList('docs/README.md')[0].items.map(({ text, link, description }) => {
  const groups = readList(`docs${link}README.md`);
  return { text, link, description, groups, pages: groups.flatMap(({ items }) => items) };
});

/** The pages of a generated reference, by the link of its overview. */
const referenceItems = Object.fromEntries(
  references.map((pages) => {
    const [overview, ...others] = Object.keys(pages);
    const link = `/${overview.replace('index.md', '')}`;
    const items = others.map((page) => ({ text: /^# (.*)/.exec(pages[page])[1], link: `/${page.replace('.md', '')}` }));
    return [link, { collapsed: true, items }];
  }),
);

const toItem = ({ text, link }) => ({ text, link, ...referenceItems[link] });

/** The sidebar of each section by path, and of its pages in other folders. */
const sidebar = Object.fromEntries(
  sections.flatMap(({ text, link, groups, pages }) => {
    const items = groups.map((group) => ({ text: group.text || text, items: group.items.map(toItem) }));
    const isElsewhere = (page) => sections.every((section) => !page.link.startsWith(section.link));
    return [link, ...pages.filter(isElsewhere).map((page) => page.link)].map((path) => [
      path,
      items.length > 1 ? [{ text: 'Overview', link }, ...items] : [{ ...items[0], link }],
    ]);
  }),
);

/** Anchors as on GitHub, so that links to headings work in both places. */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

export default defineConfig({
  title: 'Dripline',
  description: 'How to run, use and extend Dripline.',
  lang: 'en',
  rewrites,
  ignoreDeadLinks: 'localhostLinks',
  cacheDir: '../node_modules/.cache/vitepress',
  head: [['link', { rel: 'icon', href: logo }]],
  markdown: {
    anchor: { slugify },
    languageAlias: { promql: 'sql' },
    // The default light theme has a contrast of less than 4.5:1.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    config: (md) => md.use(siteLinks),
  },
  themeConfig: {
    logo,
    siteTitle: 'Dripline',
    sections: sections.map(({ text, link, description, pages }) => ({ text, link, description, pages })),
    nav: sections.map(({ text, link }) => ({ text, link, activeMatch: `^${link}` })),
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
  // The theme's home page shows the sections instead of the list.
  transformPageData: ({ relativePath }) =>
    relativePath === 'index.md'
      ? { title: 'Dripline', titleTemplate: 'Documentation', frontmatter: { layout: 'home', markdownStyles: false } }
      : undefined,
  buildEnd: (site) => checkPages(site, Object.values(sidebar).flat()),
});
