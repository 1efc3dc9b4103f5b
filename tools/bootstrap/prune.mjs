import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** npm installs native packages for npm_config_cpu, if it is set. */
const cpu = { x64: 'x86_64', arm64: 'aarch64' }[process.env.npm_config_cpu || process.arch];
const system = { win32: 'windows' }[process.platform] ?? process.platform;

/** Paths in node_modules that are read neither when the product runs nor when it is built. */
const unused = [
  // Source maps, type declarations, sources of compiled packages, libraries to link with and documentation.
  /\.(map|[cm]?ts|tsbuildinfo|flow|a)$/,
  /\/(?!licen[cs]e)[^/]*\.md$/i,
  // Tests and development files of packages, which some publish.
  /\/node_modules\/(@[^/]+\/)?[^/]+\/(tests?|\.github|\.yarn)$/,
  // Weights of the font of statements that no statement uses.
  /\/fonts-latin\/fonts\/NotoSans-(?!(Regular|SemiBold)\.)[^/]+$/,
  // Sources of native code, and builds for other platforms.
  /@temporalio\/core-bridge\/sdk-core$/,
  new RegExp(`@temporalio/core-bridge/releases/(?!${cpu}-[a-z]+-${system})[^/]+$`),
  // ES modules of packages that are only required, and a build for browsers.
  /@opentelemetry\/[^/]+\/build\/es[^/]+$/,
  /@(aws-sdk|smithy)\/[^/]+\/dist-es$/,
  /@graphql-yoga\/render-graphiql\/esm$/,
  // CommonJS modules of packages that only the build of the web app imports.
  /\/(lucide-react|@chakra-ui\/react)\/dist\/cjs$/,
  /@ark-ui\/react\/dist\/.*\.cjs$/,
  /\/typeorm\/browser$/,
];

/**
 * Deletes unused files of the packages that are installed in `root` and its workspaces. Types cannot be checked
 * afterwards.
 */
export function prune(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const folder of ['', ...workspaces]) pruneFolder(join(root, folder, 'node_modules'));
}

/** Returns whether the folder is empty afterwards, and was deleted. */
function pruneFolder(folder) {
  const entries = entriesOf(folder);
  const kept = entries.filter((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!unused.some((pattern) => pattern.test(path))) return !entry.isDirectory() || !pruneFolder(path);
    rmSync(path, { recursive: true });
    return false;
  });
  if (entries.length === 0 || kept.length > 0) return false;
  rmdirSync(folder);
  return true;
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
