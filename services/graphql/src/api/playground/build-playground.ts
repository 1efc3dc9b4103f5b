import * as graphiql from '@graphql-yoga/render-graphiql/graphiql';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toExamples } from './to-examples';

const source = path.join(__dirname, '../../../playground');
const target = path.join(__dirname, '../../playground');

/** Writes GraphiQL's page and its assets, whose names contain a hash of their content, to `dist/playground`. */
function main(): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(path.join(target, 'assets'), { recursive: true });
  const read = (name: string) => readFileSync(path.join(source, name), 'utf8');
  const { editorWorkerService, jsonWorker, graphqlWorker } = graphiql;
  const workers = Object.entries({ editorWorkerService, json: jsonWorker, graphql: graphqlWorker });
  const settings = {
    examples: toExamples(read('examples.graphql')),
    workers: Object.fromEntries(workers.map(([label, code]) => [label, writeAsset(`${label}.js`, code)])),
  };
  const assets = {
    'graphiql.css': graphiql.css,
    'graphiql.js': graphiql.js,
    'playground.css': read('playground.css'),
    'main.js': `const playground = ${JSON.stringify(settings)};\n${read('main.js')}`,
  };
  const page = Object.entries(assets).reduce(
    (html, [name, content]) => html.replace(`{{${name}}}`, writeAsset(name, content)),
    read('index.html'),
  );
  writeFileSync(path.join(target, 'index.html'), page);
}

/** Returns the asset's path on the server. */
function writeAsset(name: string, content: string): string {
  const { name: base, ext } = path.parse(name);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  writeFileSync(path.join(target, 'assets', `${base}-${hash}${ext}`), content);
  return `/graphql/assets/${base}-${hash}${ext}`;
}

main();
