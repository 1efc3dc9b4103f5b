import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { findTool, orMissing, type ToolResult, type ToolSource } from '@dripline/launcher/install/find-tool';

const exec = promisify(execFile);

/** A file that a Go module contains. */
interface ModuleFile {
  name: string;
  /** Go module with its pinned version. Go verifies it against its checksum database. */
  module: string;
  path: string;
  /** Name in the cache. */
  cachedName: string;
}

const skaffoldSchema: ModuleFile = {
  name: 'Skaffold’s JSON schema',
  module: 'github.com/GoogleContainerTools/skaffold/v2@v2.16.1',
  path: 'docs-v2/content/en/schemas/v4beta13.json',
  cachedName: 'skaffold-v4beta13.json',
};

const composeSchema: ModuleFile = {
  name: 'The JSON schema of Compose files',
  module: 'github.com/compose-spec/compose-go/v2@v2.16.2',
  path: 'schema/compose-spec.json',
  cachedName: 'compose-spec-2.16.2.json',
};

const httpRouteCrd: ModuleFile = {
  name: 'The CustomResourceDefinition of HTTPRoutes',
  module: 'sigs.k8s.io/gateway-api@v1.4.1',
  path: 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
  cachedName: 'httproutes-1.4.1.yaml',
};

const scaledObjectCrd: ModuleFile = {
  name: 'The CustomResourceDefinition of KEDA’s ScaledObjects',
  module: 'github.com/kedacore/keda/v2@v2.18.1',
  path: 'config/crd/bases/keda.sh_scaledobjects.yaml',
  cachedName: 'scaledobjects-2.18.1.yaml',
};

/** Finds the CustomResourceDefinitions of the objects that the chart can create, or downloads them with Go. */
export const findCrds = (env: Env, signal?: AbortSignal): Promise<ToolResult[]> =>
  Promise.all([httpRouteCrd, scaledObjectCrd].map((file) => findModuleFile(file, env, signal)));

/** Finds the JSON schema of compose.yaml, or downloads it with Go. */
export const findComposeSchema = (env: Env, signal?: AbortSignal): Promise<ToolResult> =>
  findModuleFile(composeSchema, env, signal);

/** Finds the JSON schema of skaffold.yaml, or downloads it with Go. */
export const findSkaffoldSchema = (env: Env, signal?: AbortSignal): Promise<ToolResult> =>
  findModuleFile(skaffoldSchema, env, signal);

function findModuleFile({ name, module, path, cachedName }: ModuleFile, env: Env, signal?: AbortSignal) {
  const cached = join(env.cacheDir, 'schemas', cachedName);
  const download: ToolSource = {
    label: 'Go module',
    get: async () => {
      const { stdout } = await exec('go', ['mod', 'download', '-json', module], {
        env: childEnv(env.variables, ['GO*']),
        signal,
      });
      const { Dir } = JSON.parse(stdout) as { Dir: string };
      mkdirSync(dirname(cached), { recursive: true });
      copyFileSync(join(Dir, path), `${cached}.${process.pid}`);
      renameSync(`${cached}.${process.pid}`, cached);
      return cached;
    },
  };
  const fromCache: ToolSource = { label: 'cache', get: () => (existsSync(cached) ? cached : undefined) };
  return orMissing(findTool(name, [fromCache, download], 'Install Go.'));
}
