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

/** Returns the path of schemathesis, and installs it if needed. Throws a Failure if it cannot be installed. */
export const findSchemathesis = async (env: Env, signal: AbortSignal): Promise<string> =>
  join(await installPythonPackage(schemathesis, env, signal), 'schemathesis');
