// Checks the built site. VitePress itself reports links to pages that do not exist.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Throws an error if a page is in no list of the sidebar, or a link leads to a heading that does not exist. */
export function checkPages({ pages, rewrites, outDir }, sidebar) {
  const paths = pages.map((page) => rewrites.map[page] ?? page);
  const listed = new Set(['/', ...linksOf(sidebar)]);
  const errors = paths
    .filter((path) => !listed.has(`/${path.replace(/(index)?\.md$/, '')}`))
    .map((path) => `${path} is in no sidebar. List it in the README of its section.`);

  const html = new Map(
    paths.map((path) => path.replace(/\.md$/, '.html')).map((path) => [path, readFileSync(join(outDir, path), 'utf8')]),
  );
  const ids = new Map([...html].map(([path, text]) => [path, new Set(matches(text, /\sid="([^"]+)"/g))]));
  for (const [path, text] of html)
    for (const href of new Set(matches(text, /<a\s[^>]*?href="([^":]*#[^"]+)"/g))) {
      const [target, hash] = href.split('#');
      const page = target ? posix.join('/', target.startsWith('/') ? '' : dirname(path), target).slice(1) : path;
      const id = decodeURIComponent(hash);
      if (!ids.get(page.replace(/(^|\/)$/, '$1index.html'))?.has(id))
        errors.push(`${path} links to ${href}, which has no such heading.`);
    }
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, group]) => group);

const linksOf = (items) => items.flatMap(({ link, items: children = [] }) => [link, ...linksOf(children)]);
