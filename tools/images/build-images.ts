import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import type { ServiceName } from '@dripline/launcher/services';
import type { Builder } from './find-builder';
import { hashFiles } from './hash-files';
import { type Image, imageList } from './image-list';

/** The image name of each service. */
export type BuiltImages = Record<ServiceName, string>;

const maxBytesOverBase = 180_000_000;
const shared = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.dockerignore',
  'tsconfig.base.json',
  'services/contract',
  'services/runtime',
  'tools/bootstrap/prune.mjs',
];

/** Builds the images whose sources changed. Throws a Failure if an image is too large. */
export async function buildImages(builder: Builder): Promise<BuiltImages> {
  const names: Partial<BuiltImages> = {};
  for (const image of imageList) names[image.name] = await build(builder, image);
  return names as BuiltImages;
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
    const oldTags = (await tagsOf(builder, repository)).filter((other) => other !== tag);
    if (oldTags.length > 0) await builder.capture('rmi', '--force', ...oldTags);
  }
  const added = (await sizeOf(builder, tag)) - (await sizeOf(builder, builder.base));
  console.log(`${name}: ${Math.round(added / 1e6)} MB larger than its base image`);
  if (added > maxBytesOverBase)
    throw new Failure(
      `The image of ${name} is ${Math.round(added / 1e6)} MB larger than its base image. The limit is ${maxBytesOverBase / 1e6} MB.`,
    );
  return tag;
}

async function tagsOf(builder: Builder, repository: string): Promise<string[]> {
  const lines = (await builder.capture('images', '--format', '{{.Name}}:{{.Tag}}')).split('\n');
  return lines.filter((line) => line.startsWith(`${repository}:`));
}

const units: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

async function sizeOf(builder: Builder, image: string): Promise<number> {
  const [amount = '', unit = ''] = (await builder.capture('images', '--format', '{{.Size}}', image))
    .split('\n')[0]!
    .split(' ');
  const bytes = Number(amount) * (units[unit.toUpperCase()] ?? NaN);
  if (!(bytes > 0)) throw new Failure(`buildah did not return the size of ${image}.`);
  return bytes;
}
