import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const downloads = 'https://temporal.download';
const probeTimeoutMs = 5_000;

/**
 * Builds the Temporal CLI with Go if it is neither installed nor cached and cannot be downloaded, so that the build,
 * which takes minutes, runs while packages are installed and compiled. Never throws: without the CLI, the launcher
 * tries every way again and says what to install.
 */
export async function buildTemporal(root) {
  const { PATH = '', XDG_CACHE_HOME, TEMPORAL_ADDRESS, TEMPORAL_CLI_PATH } = process.env;
  const bin = join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'dripline/bin');
  const isOnPath = (program) => PATH.split(delimiter).some((folder) => folder && existsSync(join(folder, program)));
  if (TEMPORAL_ADDRESS || TEMPORAL_CLI_PATH || isOnPath('temporal') || existsSync(join(bin, 'temporal'))) return;
  if (!isOnPath('go') || (await isDownloadable())) return;
  mkdirSync(bin, { recursive: true });
  const folder = mkdtempSync(join(bin, 'temporal.build-'));
  try {
    const { goPackage } = JSON.parse(readFileSync(join(root, 'services/launcher/temporal-cli.json'), 'utf8'));
    const args = ['install', '-trimpath', '-ldflags', '-s -w', goPackage];
    const env = { ...process.env, CGO_ENABLED: '0', GOBIN: folder };
    await run('Building the Temporal CLI with Go (about three minutes)', 'go', args, folder, env);
    renameSync(join(folder, 'temporal'), join(bin, 'temporal'));
  } catch (error) {
    console.log(error.message);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isDownloadable = () =>
  fetch(downloads, { method: 'HEAD', signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    () => true,
    () => false,
  );
