import { readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';

/** Replaces the table between the markers `NAME:start` and `NAME:end` of a page. The first row is its head. */
export async function replaceTable(file, name, [head, ...rows]) {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const table = [head, head.map(() => '-'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const text = readFileSync(file, 'utf8');
  if (!text.includes(start) || !text.includes(end)) throw new Error(`${file} lacks ${start} or ${end}.`);
  const [before, after] = [text.slice(0, text.indexOf(start)), text.slice(text.indexOf(end))];
  const options = { ...(await prettier.resolveConfig(file)), filepath: file };
  writeFileSync(file, await prettier.format(`${before}${start}\n\n${table}\n\n${after}`, options));
}
