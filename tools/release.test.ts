import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '@dripline/launcher/paths';
import { imageList } from './images/image-list';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('tools/release-notes.mjs', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const notes = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'tools/release-notes.mjs'), ...args], { encoding: 'utf8' });

  it('prints the section of the changelog for the version of this repository, with links that work in a release', () => {
    const { status, stdout } = notes(`v${version}`);
    expect(status).toBe(0);
    expect(stdout).toContain('### Added');
    expect(stdout).not.toMatch(/^## /m);
    expect(stdout).toContain(`](https://github.com/dripline/dripline/blob/v${version}/docs/`);
    expect(stdout).not.toContain('](docs/');
  });

  it('has a chart that names the images of this version and an icon of this repository', () => {
    const { annotations, icon } = parse(read('charts/dripline/Chart.yaml')) as {
      annotations: Record<string, string>;
      icon: string;
    };
    const images = parse(annotations['artifacthub.io/images']!) as { image: string }[];
    expect(images.map(({ image }) => image).sort()).toEqual(
      ['graphql', 'rest-facade', 'web', 'workflows'].map((name) => `ghcr.io/dripline/${name}:${version}`),
    );
    const [, path] = /^https:\/\/raw\.githubusercontent\.com\/dripline\/dripline\/main\/(.*)$/.exec(icon) ?? [];
    expect(read(path!)).toContain('<svg');
  });

  it.each(['docs/operate/install.md', 'docs/operate/one-server.md'])('is the version that %s installs', (page) => {
    const named = read(page).match(/(?<=--version |graphql:|dripline && git checkout v|tags\/v)[\d.]+\d/g)!;
    expect([...new Set(named)]).toEqual([version]);
  });

  it('is the minor release that gets security fixes', () => {
    const fixed = [...read('SECURITY.md').matchAll(/^\| (\d+\.\d+)\.x +\| Yes +\|$/gm)].map(([, minor]) => minor);
    expect(fixed).toEqual([version.replace(/\.\d+$/, '')]);
  });

  /** A folder with the files that the script reads. */
  function release({ packageVersion = '1.2.3', chartVersion = '1.2.3', appVersion = '1.2.3', section = '1.2.3' }) {
    const folder = mkdtempSync(join(tmpdir(), 'dripline-release-'));
    mkdirSync(join(folder, 'charts/dripline'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: packageVersion }));
    writeFileSync(join(folder, 'charts/dripline/Chart.yaml'), `version: ${chartVersion}\nappVersion: ${appVersion}\n`);
    writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## ${section}\n\nThis one.\n\n## 1.2.2\n\nOlder.\n`);
    return folder;
  }

  it.each([
    [{ packageVersion: '1.2.4' }, 'The tag is v1.2.3, but package.json is 1.2.4.'],
    [{ chartVersion: '1.2.2' }, 'The tag is v1.2.3, but version in Chart.yaml is 1.2.2.'],
    [{ appVersion: '1.2.2' }, 'The tag is v1.2.3, but appVersion in Chart.yaml is 1.2.2.'],
    [{ section: '1.2.30' }, 'CHANGELOG.md has no section ## 1.2.3 with text.'],
  ])('fails for %j', (files, message) => {
    expect(notes('v1.2.3', release({})).stdout).toBe('This one.\n');
    const { status, stderr } = notes('v1.2.3', release(files));
    expect([status, stderr.trim()]).toEqual([1, message]);
  });
});

describe('workflows', () => {
  interface Step {
    uses?: string;
    run?: string;
    with?: Record<string, unknown>;
  }
  interface Workflow {
    permissions: unknown;
    concurrency: unknown;
    jobs: Record<string, { 'timeout-minutes'?: number; permissions?: unknown; steps: Step[] }>;
  }
  const folder = '.github/workflows';
  const workflows = readdirSync(join(root, folder)).map(
    (file) => [file, parse(read(join(folder, file))) as Workflow] as const,
  );

  it.each(workflows)('%s gives each job only its permissions, a time limit and pinned actions', (_file, workflow) => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency).toBeDefined();
    for (const { steps, permissions, ...job } of Object.values(workflow.jobs)) {
      expect(permissions).toBeDefined();
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      for (const { uses = '', with: inputs = {}, run } of steps) {
        if (run === undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+(\/[\w-]+)*@[0-9a-f]{40}$/);
        if (uses.startsWith('actions/checkout@')) expect(inputs['persist-credentials']).toBe(false);
      }
    }
  });

  it('use one commit of each action, with its release beside it', () => {
    const uses = workflows.flatMap(([file]) => [
      ...read(join(folder, file)).matchAll(/uses: (\S+)@(\w+) # (v[\d.]+)$/gm),
    ]);
    const steps = workflows.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps));
    expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
    const commits = new Map<string, Set<string>>();
    for (const [, action = '', commit, release] of uses) {
      const name = action.split('/').slice(0, 2).join('/');
      commits.set(name, (commits.get(name) ?? new Set()).add(`${commit} ${release}`));
    }
    for (const [name, pins] of commits) expect([name, pins.size]).toEqual([name, 1]);
  });

  it('run npm scripts and files that exist', () => {
    const scripts = (JSON.parse(read('package.json')) as { scripts: object }).scripts;
    const commands = workflows.flatMap(([, { jobs }]) =>
      Object.values(jobs).flatMap(({ steps }) => steps.map(({ run = '' }) => run)),
    );
    const text = commands.join('\n');
    for (const [, name = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name);
    const matrix = (
      parse(read(join(folder, 'nightly.yaml'))) as { jobs: { run: { strategy: { matrix: { command: string[] } } } } }
    ).jobs.run;
    const nightly = matrix.strategy.matrix.command.map((command) => command.split(' ')[0]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(nightly));
    for (const [path] of text.matchAll(/(\.ci|tools)\/[\w./-]+/g)) expect(read(path)).not.toBe('');
  });

  it('publish the four images from their Dockerfiles', () => {
    const { images } = (
      parse(read(join(folder, 'release.yaml'))) as { jobs: { images: { strategy: { matrix: { image: object[] } } } } }
    ).jobs;
    expect(images.strategy.matrix.image).toEqual(imageList);
  });
});

describe('renovate.json', () => {
  const { kubernetes, customManagers } = JSON.parse(read('renovate.json')) as {
    kubernetes: { managerFilePatterns: [string] };
    customManagers: [{ managerFilePatterns: [string]; matchStrings: [string] }];
  };
  const filesWith = (text: string, ...paths: string[]) =>
    execFileSync('git', ['grep', '--files-with-matches', text, '--', ...paths], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n');
  const isMatched = (file: string, [pattern]: [string]) => new RegExp(pattern.slice(1, -1)).test(file);

  it('finds the images of the development and the load test', () => {
    const files = filesWith('image:', 'k8s');
    expect(files).toContain('k8s/dev/postgres.yaml');
    for (const file of files) expect([file, isMatched(file, kubernetes.managerFilePatterns)]).toEqual([file, true]);
  });

  it('finds the version of each program that is built with Go', () => {
    const [{ managerFilePatterns, matchStrings }] = customManagers;
    const files = filesWith("goPackage: '", 'tools');
    expect(files).toContain('tools/chart/find-helm.ts');
    const found = files
      .filter((file) => isMatched(file, managerFilePatterns))
      .map((file) => [file, [...read(file).matchAll(new RegExp(matchStrings[0], 'g'))].map(({ groups }) => groups)]);
    const versions = files.map((file) => [file, [...read(file).matchAll(/^ *version: '([\d.]+)',$/gm)]]);
    expect(found.map(([file, matches]) => [file, matches!.length])).toEqual(
      versions.map(([file, matches]) => [file, matches!.length]),
    );
    expect(Object.fromEntries(found)).toMatchObject({
      'tools/chart/find-helm.ts': [{ depName: 'helm.sh/helm/v4' }],
      'tools/chart/find-prometheus.ts': [{ depName: 'github.com/prometheus/prometheus' }],
    });
  });
});
