// Prints the section of CHANGELOG.md for a tag such as v0.3.0. Fails if the chart or the package has another version.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [tag = '', folder = fileURLToPath(new URL('../', import.meta.url))] = process.argv.slice(2);
const read = (path) => readFileSync(`${folder}/${path}`, 'utf8');
const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(tag) ?? fail(`Usage: node tools/release-notes.mjs v1.2.3, not "${tag}".`);
const chart = read('charts/dripline/Chart.yaml');
const versions = {
  'package.json': JSON.parse(read('package.json')).version,
  'version in Chart.yaml': /^version: (\S+)$/m.exec(chart)?.[1],
  'appVersion in Chart.yaml': /^appVersion: (\S+)$/m.exec(chart)?.[1],
};
for (const [name, found] of Object.entries(versions))
  if (found !== version) fail(`The tag is ${tag}, but ${name} is ${found}.`);

const section = read('CHANGELOG.md')
  .split(/^## /m)
  .find((text) => text.startsWith(`${version}\n`));
const notes = section?.slice(version.length).trim();
if (!notes) fail(`CHANGELOG.md has no section ## ${version} with text.`);
// Links in a release have no folder that they are relative to.
console.log(notes.replace(/\]\((?!https?:|#)/g, `](https://github.com/dripline/dripline/blob/${tag}/`));
