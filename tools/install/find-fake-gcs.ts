import type { Env } from '@dripline/launcher/env';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findGoTool, type GoTool } from './find-go-tool';

const fakeGcs: GoTool = {
  name: 'fake-gcs-server',
  program: 'fake-gcs-server',
  version: '1.56.1',
  variable: 'FAKE_GCS_SERVER_PATH',
  goPackage: 'github.com/fsouza/fake-gcs-server',
  duration: 'under a minute',
};

/** Finds the Google Cloud Storage emulator, or builds it if it is missing. */
export const findFakeGcs = (env: Env, signal?: AbortSignal): Promise<ToolResult> => findGoTool(fakeGcs, env, signal);
