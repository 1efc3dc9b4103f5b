import { join } from 'node:path';
import type { Env } from '@dripline/launcher/env';
import { installPythonPackage } from '@dripline/tools/install/install-python-package';
import { root } from '@dripline/launcher/paths';

const schemathesis = {
  name: 'schemathesis',
  version: '4.32.5',
  constraints: join(root, 'tests/fuzz/constraints.txt'),
  purpose: 'Fuzzing',
};

/** The path of schemathesis, installed into the cache if need be. Throws a Failure where Python or the packages cannot be had. */
export const findSchemathesis = async (env: Env, signal: AbortSignal): Promise<string> =>
  join(await installPythonPackage(schemathesis, env, signal), 'schemathesis');
