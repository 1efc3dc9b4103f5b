// Prints statistics about the sources as Markdown: `node tools/code-size.mjs [git revision]` (default HEAD).
// With `--check` it reads the working tree, prints only files and folders that break a limit, and then exits with 1.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** A file with fewer lines needs two importers. */
const MIN_LINES = 15;
const MAX_FILES_IN_FOLDER = 25;
/** Series, which grow by a file with each decision or alert. */
const SERIES = ['docs/adr', 'docs/runbooks'];
/** Files that a tool or a lint rule finds by path. */
const LOADED_BY_PATH = /(^|\/)env\.ts$|\/migrations\/|\.workflow\.ts$/;

const isCheck = process.argv[2] === '--check';
const revision = process.argv[2] ?? 'HEAD';
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 });

const files = isCheck
  ? git('ls-files', '--cached', '--others', '--exclude-standard').trim().split('\n').filter(existsSync)
  : git('ls-tree', '-r', '--name-only', revision).trim().split('\n');
const texts = files.filter((file) => !/\.(png|svg|ico|woff2)$/.test(file));
const contents = isCheck ? new Map(texts.map((file) => [file, readFileSync(file, 'utf8')])) : readAll(texts);

const isGenerated = (file) =>
  /(^|\/)generated\.ts$|services\/contract\/(src\/(schema|persisted-operations)\.ts|.*operations\.json|(internal-)?schema)/.test(
    file,
  ) || /package-lock\.json$|\/histories\/|\.snap$/.test(file);
const isTypeScript = (file) => /\.tsx?$/.test(file);
// `services/local` and `web/e2e` were the tests' folders until 0.1.
const isTooling = (file) =>
  /\.test\.tsx?$|\/testing\/|^(tests|tools|bench)\/|^services\/(local|twilio-emulator)\/|^web\/e2e\//.test(file);
const isTest = (file) => /\.test\.tsx?$/.test(file);
const groups = {
  product: (file) => !isGenerated(file) && !isTooling(file),
  'tests and tooling': (file) => !isGenerated(file) && isTooling(file),
  generated: isGenerated,
};

const lineCount = (file) => contents.get(file).split('\n').length - 1;
const listings = new Map();
for (const file of files.filter((file) => !isGenerated(file))) {
  const folder = posix.dirname(file);
  listings.set(folder, (listings.get(folder) ?? 0) + 1);
}

const violations = [
  [`Files of fewer than ${MIN_LINES} lines with one importer`, smallFiles()],
  [
    `Folders of more than ${MAX_FILES_IN_FOLDER} files`,
    [...listings].filter(([folder, count]) => count > MAX_FILES_IN_FOLDER && !SERIES.includes(folder)),
  ],
];
if (isCheck) {
  const broken = violations.filter(([, rows]) => rows.length > 0);
  for (const [title, rows] of broken) print(title, rows);
  process.exit(broken.length > 0 ? 1 : 0);
}

print('Files', [
  ['all', files.length],
  ...Object.entries(groups).map(([name, isInGroup]) => [name, files.filter(isInGroup).length]),
]);
print(
  'Characters of TypeScript without white space',
  Object.entries(groups).map(([name, isInGroup]) => [
    name,
    sum(
      files
        .filter((file) => isTypeScript(file) && isInGroup(file))
        .map((file) => contents.get(file).replace(/\s/g, '').length),
    ),
  ]),
);
const lengths = files
  .filter((file) => isTypeScript(file) && !isGenerated(file))
  .map(lineCount)
  .sort((a, b) => a - b);
print('Lines of a hand-written TypeScript file', [
  ['median', quantile(lengths, 0.5)],
  ['90th percentile', quantile(lengths, 0.9)],
  ['longest', lengths.at(-1)],
]);
print('The ten largest folder listings', [...listings].sort(([, a], [, b]) => b - a).slice(0, 10));
print('Lines over 120 columns', [
  [
    'TypeScript, JavaScript, CSS and GraphQL, hand-written',
    sum(
      files
        .filter((file) => /\.(tsx?|mjs|cjs|js|css|graphql)$/.test(file) && !isGenerated(file))
        .map(
          (file) =>
            contents
              .get(file)
              .split('\n')
              .filter((line) => line.length > 120).length,
        ),
    ),
  ],
]);
print("Packages in the browser's install", [['contract and web, without development', browserPackages()]]);
for (const [title, rows] of violations) print(title, rows);

/** Returns small files, each with the only file that imports it. A test counts as an importer of test helpers only. */
function smallFiles() {
  const sources = files.filter((file) => isTypeScript(file) && !isGenerated(file) && !file.endsWith('.d.ts'));
  const importers = new Map(sources.map((file) => [file, new Set()]));
  // A file that is imported lazily is a bundle of its own.
  const lazy = new Set();
  for (const file of sources)
    for (const [, keyword, specifier] of contents.get(file).matchAll(/\b(from|import|import\()\s*'([^']+)'/g)) {
      const target = resolveImport(file, specifier);
      if (keyword === 'import(') lazy.add(target);
      if (!isTest(file) || isTooling(target ?? '')) importers.get(target)?.add(file);
    }
  return sources
    .filter((file) => lineCount(file) < MIN_LINES && importers.get(file).size === 1)
    .filter((file) => !isTest(file) && !lazy.has(file) && !LOADED_BY_PATH.test(file))
    .map((file) => [file, `${lineCount(file)} lines, imported by ${[...importers.get(file)][0]}`]);
}

/** Returns the source file that an import loads, or undefined if it is a package or another kind of file. */
function resolveImport(importer, specifier) {
  const path = specifier.startsWith('.')
    ? posix.join(posix.dirname(importer), specifier)
    : specifier
        .replace(/^@dripline\/(tools|tests|bench)\//, '$1/')
        .replace(/^@dripline\/([^/]+)\//, 'services/$1/src/');
  return [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((file) => contents.has(file));
}

/** Counts the packages that `npm ci --omit=dev -w contract` installs, from the lockfile. */
function browserPackages() {
  const { packages } = JSON.parse(git('show', `${revision}:package-lock.json`));
  const reached = new Set();
  const visit = (path) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolve(path, name);
      if (!target || reached.has(target)) continue;
      reached.add(target);
      visit(packages[target].link ? packages[target].resolved : target);
    }
  };
  const resolve = (from, name) => {
    for (let folder = from; ; folder = folder.replace(/\/?(node_modules\/)?[^/]+$/, '')) {
      const candidate = `${folder ? `${folder}/` : ''}node_modules/${name}`;
      if (packages[candidate]) return candidate;
      if (!folder) return undefined;
    }
  };
  visit('services/contract');
  return reached.size;
}

function readAll(paths) {
  const output = execFileSync('git', ['cat-file', '--batch'], {
    input: paths.map((path) => `${revision}:${path}`).join('\n'),
    maxBuffer: 1e9,
  });
  const contents = new Map();
  let offset = 0;
  for (const path of paths) {
    const end = output.indexOf('\n', offset);
    const size = Number(output.toString('utf8', offset, end).split(' ').at(-1));
    contents.set(path, output.toString('utf8', end + 1, end + 1 + size));
    offset = end + 1 + size + 1;
  }
  return contents;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function quantile(sorted, share) {
  return sorted[Math.floor((sorted.length - 1) * share)];
}

function print(title, rows) {
  console.log(`\n${title}\n`);
  for (const [name, value] of rows) console.log(`- ${name}: ${value.toLocaleString('en')}`);
}
