// Prints statistics about the sources as Markdown: `node tools/code-size.mjs [git revision]` (default HEAD).
import { execFileSync } from 'node:child_process';

const revision = process.argv[2] ?? 'HEAD';
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 });

const files = git('ls-tree', '-r', '--name-only', revision).trim().split('\n');
const contents = readAll(files.filter((file) => !/\.(png|svg|ico|woff2)$/.test(file)));

const isGenerated = (file) =>
  /(^|\/)generated\.ts$|services\/contract\/(src\/(schema|persisted-operations)\.ts|.*operations\.json|schema)/.test(
    file,
  ) || /package-lock\.json$|\/histories\/|\.snap$/.test(file);
const isTypeScript = (file) => /\.tsx?$/.test(file);
const isTooling = (file) =>
  /\.test\.tsx?$|\/testing\/|^(tests|tools|bench)\/|^services\/(local|twilio-emulator)\/|^web\/e2e\//.test(file);
const groups = {
  product: (file) => !isGenerated(file) && !isTooling(file),
  'tests and tooling': (file) => !isGenerated(file) && isTooling(file),
  generated: isGenerated,
};

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
  .map((file) => contents.get(file).split('\n').length - 1)
  .sort((a, b) => a - b);
print('Lines of a hand-written TypeScript file', [
  ['median', quantile(lengths, 0.5)],
  ['90th percentile', quantile(lengths, 0.9)],
  ['longest', lengths.at(-1)],
]);
const listings = new Map();
for (const file of files.filter((file) => !isGenerated(file))) {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
  listings.set(folder, (listings.get(folder) ?? 0) + 1);
}
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
