// Maps files of the repository to pages of the site. Links are relative to files, so that they also work on GitHub.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const repositoryUrl = 'https://github.com/dripline/dripline';

/** Reads a file of the repository. */
export const read = (path) => readFileSync(`${root}${path}`, 'utf8');

/** Pages outside docs/. */
const outsidePages = {
  'README.md': 'get-started/overview.md',
  'CHANGELOG.md': 'operate/changelog.md',
  'UPGRADING.md': 'operate/upgrade-by-version.md',
  'charts/dripline/README.md': 'operate/chart-values.md',
  'SECURITY.md': 'compliance/report-a-vulnerability.md',
  'CONTRIBUTING.md': 'adr/contributing.md',
};

const pagesInDocs = readdirSync(`${root}docs`, { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /^[^.].*\.md$/.test(path) && !path.startsWith('generated/'))
  .sort();

/** References that are generated from a source file, to which pages link. */
const references = {
  'services/contract/schema.graphql': 'api/graphql-reference/index.md',
  'services/rest-facade/src/routes.ts': 'api/rest-reference/index.md',
};

/** The page that shows a file, by file. */
const copies = {
  ...Object.fromEntries(pagesInDocs.map((path) => [`docs/${path}`, path.replace(/README\.md$/, 'index.md')])),
  ...outsidePages,
};
const pages = { ...copies, ...references };
const files = Object.fromEntries(Object.entries(copies).map(([file, page]) => [page, file]));

/** VitePress's rewrites: the page of each Markdown file in docs/. */
export const rewrites = Object.fromEntries(
  pagesInDocs.filter((path) => path.endsWith('README.md')).map((path) => [path, pages[`docs/${path}`]]),
);

/**
 * Writes pages to docs/generated/, because the search reads only files: those outside docs/, and the given ones by their
 * path on the site.
 */
export function writeGeneratedPages(texts) {
  const folder = `${root}docs/generated/`;
  rmSync(folder, { recursive: true, force: true });
  const outsideTexts = Object.entries(outsidePages).map(([file, page]) => [page, titled(page, read(file))]);
  for (const [page, text] of [...outsideTexts, ...Object.entries(texts)]) {
    mkdirSync(dirname(`${folder}${page}`), { recursive: true });
    writeFileSync(`${folder}${page}`, text);
    rewrites[`generated/${page}`] = page;
  }
}

/** Two of the pages outside docs/ have the product's name as their title. */
const titled = (page, text) => {
  const name = page.replace(/.*\/|\.md$/g, '').replaceAll('-', ' ');
  return text.replace(/^# Dripline\n/, `# ${name[0].toUpperCase()}${name.slice(1)}\n`);
};

/** Returns the URL on the site of a link in a file of the repository. Throws an error if the target does not exist. */
export function toSiteUrl(file, href) {
  const blob = `${repositoryUrl}/blob/main/`;
  if (/^([a-z]+:|#|\/)/.test(href) && !href.startsWith(blob)) return href;
  const [path, hash = ''] = (href.startsWith(blob) ? `/${href.slice(blob.length)}` : href).split('#');
  const target = posix.join('/', path.startsWith('/') ? '' : dirname(file), path).slice(1);
  const page = pages[target];
  if (page) return `/${page}${hash && `#${hash}`}`;
  if (!existsSync(`${root}${target}`)) throw new Error(`${file} links to ${href}, which does not exist.`);
  return `${blob}${target}${hash && `#${hash}`}`;
}

/** A markdown-it plugin that makes links and images of files work on the site. */
export function siteLinks(md) {
  md.core.ruler.push('site_links', (state) => {
    const { env } = state;
    // The theme's home page shows this list.
    if (env.relativePath === 'index.md') state.tokens = [];
    const file = files[env.relativePath];
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      // Braces are no Vue expressions.
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
      if (!file) continue;
      if (token.type === 'link_open') token.attrSet('href', toSiteUrl(file, token.attrGet('href')));
      if (token.type === 'image') showImage(token, posix.join(dirname(file), token.attrGet('src')), env);
    }
  });
}

/** Points a picture at its file. Diagrams become a part of the page, so that they have the colors of its theme. */
function showImage(token, file, { realPath }) {
  if (file.endsWith('.svg')) {
    const svg = JSON.stringify(read(file)).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    token.type = 'html_inline';
    token.content = `<span class="diagram" role="group" aria-label="${token.content}" tabindex="0" v-html="${svg}"></span>`;
  } else if (realPath) token.attrSet('src', `./${relative(dirname(realPath), `${root}${file}`)}`);
}

/**
 * Returns the pages that a README lists, by heading: `- [Title](page.md): description`, or rows of a table that start with
 * a link. Where the link is a number, the next cell is the title.
 */
export function readList(file) {
  const groups = [{ text: '', items: [] }];
  const entry = /^(?:- |\| )\[([^\]]+)\]\(([^)]+)\)(?: *\| *([^|]+?) *\||: (.*(?:\n {2}.*)*))?/;
  const text = read(file).replaceAll(/^```[^]*?^```/gm, '');
  for (const block of text.split(/^(?=- |\| |## )/m)) {
    const heading = /^## (.*)/.exec(block);
    if (heading) groups.push({ text: heading[1], items: [] });
    const [, title, href, cell, description = ''] = entry.exec(block) ?? [];
    const url = href && toSiteUrl(file, href);
    if (!url?.startsWith('/')) continue;
    groups.at(-1).items.push({
      text: /^\d+$/.test(title) ? `${title}. ${cell}` : title,
      link: url.replace(/index\.md$/, '').replace(/\.md$/, ''),
      description: description.replaceAll(/\s+/g, ' ').trim(),
    });
  }
  return groups.filter(({ items }) => items.length > 0);
}
