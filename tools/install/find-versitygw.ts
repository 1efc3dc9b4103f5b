import type { Env } from '@dripline/launcher/env';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findGoTool, type GoTool } from './find-go-tool';

const versitygw: GoTool = {
  name: 'Versity S3 Gateway',
  program: 'versitygw',
  version: '1.8.0',
  variable: 'VERSITYGW_PATH',
  goPackage: 'github.com/versity/versitygw/cmd/versitygw',
  duration: 'about a minute',
};

/** Finds the S3-compatible server, or builds it if it is missing. */
export const findVersitygw = (env: Env, signal?: AbortSignal): Promise<ToolResult> =>
  findGoTool(versitygw, env, signal);
