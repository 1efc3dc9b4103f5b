import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chart } from '@dripline/tools/chart/render-chart';
import { ofKind, render, reportMissingHelm, withHelm } from './testing/objects';

jest.setTimeout(60_000);
reportMissingHelm();

const exec = promisify(execFile);

/** The notes that Helm prints after an install with this values file. */
async function notesOf(...args: string[]): Promise<string> {
  const install = ['install', 'acme', chart, '--namespace', 'dripline', '--dry-run=client'];
  const { stdout } = await exec(process.env['HELM_PATH']!, [...install, ...args], { maxBuffer: 16 << 20 });
  return stdout.split(/^NOTES:$/m)[1]!;
}

/** The commands, which the notes indent by three spaces. */
const commandsIn = (notes: string) => notes.match(/^ {3}(helm|kubectl) .*/gm)!.map((line) => line.trim());

withHelm('the notes after an install', () => {
  const minimal = ['-f', join(chart, 'examples/minimal.yaml')];
  const test = 'helm test acme --namespace dripline';
  const password =
    'kubectl get secret dripline-migration --namespace dripline --output ' +
    "go-template='{{.data.ADMIN_USERNAME | base64decode}} {{.data.ADMIN_PASSWORD | base64decode}}'";

  it.each([
    ['an Ingress', minimal, 'Ingress', 'kubectl get ingress acme-ingress --namespace dripline'],
    [
      'a Gateway',
      ['-f', join(chart, 'examples/gke.yaml')],
      'HTTPRoute',
      "kubectl get httproute acme-gateway --namespace dripline --output jsonpath='{.status.parents}'",
    ],
    [
      'a forwarded port',
      ['-f', join(chart, 'ci/dev.yaml')],
      'Service',
      'kubectl port-forward service/acme-web 8080:8080 --namespace dripline',
    ],
    [
      'neither of them',
      [...minimal, '--set', 'ingress.enabled=false'],
      'Service',
      'kubectl get services --namespace dripline',
    ],
  ])('test the release, show its address and the password with %s', async (_, args, kind, address) => {
    const notes = await notesOf(...args);
    expect(commandsIn(notes)).toEqual([test, address, password]);
    const [, name] = /(acme-\w+)/.exec(address) ?? [];
    const names = ofKind(await render(...args), kind).map(({ metadata }) => metadata.name);
    if (name) expect(names).toContain(name);
  });

  it.each(readdirSync(join(chart, 'examples')))(
    'are three commands about objects of the release with %s',
    async (file) => {
      const args = ['-f', join(chart, 'examples', file)];
      const [first, address = '', last, ...others] = commandsIn(await notesOf(...args));
      expect([first, last, others]).toEqual([test, password, []]);
      const [, kind, name] = /^kubectl get (\w+) ([\w-]+) /.exec(address) ?? [];
      const objects = (await render(...args)).map(({ kind: of, metadata }) => `${of.toLowerCase()}/${metadata.name}`);
      expect(objects).toContain(`${kind}/${name}`);
    },
  );

  it('start the release again if maintenance stops it', async () => {
    const notes = await notesOf(...minimal, '--set', 'maintenance=true');
    const [start, ...others] = commandsIn(notes);
    expect(others).toEqual([]);
    expect(start).toMatch(
      /^helm upgrade acme oci:\/\/ghcr\.io\/dripline\/charts\/dripline --version [\d.]+ --namespace dripline --reuse-values --set maintenance=false$/,
    );
  });

  it('name the page of the sign-in', async () => {
    expect(await notesOf(...minimal)).toContain('https://leads.example.com/admin/login');
  });

  it('list the routes that the Ingress would have, if there is none', async () => {
    const notes = await notesOf(...minimal, '--set', 'ingress.enabled=false');
    const [ingress] = ofKind(await render(...minimal), 'Ingress');
    const ports = Object.fromEntries(
      ofKind(await render(...minimal), 'Service').map(({ metadata, spec }) => [metadata.name, spec!.ports![0]!.port]),
    );
    const routes = [...notes.matchAll(/^ {3}(\/\w*) +(\S+)$/gm)].map(([, path, target]) => `${path} ${target}`);
    expect(routes).toEqual(
      ingress!.spec!.rules![0]!.http.paths.map(
        ({ path, backend }) => `${path} ${backend.service.name}:${ports[backend.service.name]}`,
      ),
    );
  });
});
