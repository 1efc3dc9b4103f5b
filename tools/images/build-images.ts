import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import type { ServiceName } from '@dripline/launcher/services';
import type { Builder } from './find-builder';
import { hashFiles } from './hash-files';
import { type Image, imageList } from './image-list';

/** How the image of each service is called here. */
export type Built = Record<ServiceName, string>;

const maxBytesOverBase = 200_000_000;
const shared = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.dockerignore',
  'tsconfig.base.json',
  'services/contract',
  'services/runtime',
];

/** Builds what changed since it was last built here. Throws a Failure where one is larger than it may be. */
export async function buildImages(builder: Builder): Promise<Built> {
  const names: Partial<Built> = {};
  for (const image of imageList) names[image.name] = await build(builder, image);
  return names as Built;
}

async function build(builder: Builder, { name, folder }: Image): Promise<string> {
  const repository = `localhost/dripline/${name}`;
  const tag = `${repository}:${hashFiles(root, [...shared, folder], builder.base)}`;
  if (!(await tagsOf(builder, repository)).includes(tag)) {
    const flags = ['--isolation', 'chroot', '--pull=missing', '--build-arg', `NODE_IMAGE=${builder.base}`];
    await builder.run(`Building the image of ${name}`, [
      'bud',
      ...flags,
      '-t',
      tag,
      '-f',
      `${root}/${folder}/Dockerfile`,
      root,
    ]);
    const old = (await tagsOf(builder, repository)).filter((each) => each !== tag);
    if (old.length > 0) await builder.ask('rmi', '--force', ...old);
  }
  const added = (await sizeOf(builder, tag)) - (await sizeOf(builder, builder.base));
  console.log(`${name}: ${Math.round(added / 1e6)} MB over its base`);
  if (added > maxBytesOverBase)
    throw new Failure(
      `The image of ${name} is ${Math.round(added / 1e6)} MB larger than its base; ${maxBytesOverBase / 1e6} MB are allowed.`,
    );
  return tag;
}

async function tagsOf(builder: Builder, repository: string): Promise<string[]> {
  const lines = (await builder.ask('images', '--format', '{{.Name}}:{{.Tag}}')).split('\n');
  return lines.filter((line) => line.startsWith(`${repository}:`));
}

const units: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

async function sizeOf(builder: Builder, image: string): Promise<number> {
  const [amount = '', unit = ''] = (await builder.ask('images', '--format', '{{.Size}}', image))
    .split('\n')[0]!
    .split(' ');
  const bytes = Number(amount) * (units[unit.toUpperCase()] ?? NaN);
  if (!(bytes > 0)) throw new Failure(`buildah does not tell the size of ${image}.`);
  return bytes;
}
