import { findHelm } from '@dripline/tools/chart/find-helm';
import {
  findInstalledPrometheus,
  findInstalledPromtool,
  findPrometheus,
  findPromtool,
} from '@dripline/tools/chart/find-prometheus';
import type { Env, MachineNeed } from '@dripline/launcher/env';
import type { ToolResult } from '@dripline/launcher/install/find-tool';
import { findFakeGcs } from '@dripline/tools/install/find-fake-gcs';
import { findInstalledK6, findK6 } from '@dripline/tools/install/find-k6';
import { findComposeSchema, findSkaffoldSchema } from '@dripline/tools/install/find-module-file';
import { findPgBaseBackup, findSquawk } from '@dripline/tools/install/find-python-tool';
import { findVersitygw } from '@dripline/tools/install/find-versitygw';
import { findTimeSkippingServer } from '@dripline/tools/install/time-skipping-server';
import { skip } from '@dripline/tools/skip';

interface TestTool {
  /** The tests that need the tool. */
  check: string;
  needs: MachineNeed;
  /** Variables of the tests with the tool's path, and with the reason why it is missing. */
  variables: [path: string, missing: string];
  find(env: Env, signal: AbortSignal): ToolResult | Promise<ToolResult>;
}

const named = (name: string): TestTool['variables'] => [`${name}_PATH`, `${name}_MISSING`];

const testTools: TestTool[] = [
  {
    check: 'Tests with time skipping',
    needs: 'java',
    variables: named('TEMPORAL_TEST_SERVER'),
    find: findTimeSkippingServer,
  },
  { check: 'Tests of Google Cloud Storage', needs: 'go', variables: named('FAKE_GCS_SERVER'), find: findFakeGcs },
  { check: 'Tests of S3', needs: 'go', variables: named('VERSITYGW'), find: findVersitygw },
  { check: 'Tests of the chart', needs: 'go', variables: named('HELM'), find: findHelm },
  {
    check: 'Tests of the load scripts',
    needs: 'go',
    variables: named('K6'),
    find: (env, signal) => (env.CI_STRICT ? findK6(env, signal) : findInstalledK6(env)),
  },
  {
    check: "Tests of the alerts' test cases",
    needs: 'go',
    variables: named('PROMTOOL'),
    find: (env, signal) => (env.CI_STRICT ? findPromtool(env, signal) : findInstalledPromtool(env)),
  },
  {
    check: 'Tests of the alerts on the running product',
    needs: 'go',
    variables: named('PROMETHEUS'),
    find: (env, signal) => (env.CI_STRICT ? findPrometheus(env, signal) : findInstalledPrometheus(env)),
  },
  { check: 'Checks of later migrations', needs: 'python', variables: named('SQUAWK'), find: findSquawk },
  { check: 'The restore by the page', needs: 'python', variables: named('PG_BASEBACKUP'), find: findPgBaseBackup },
  {
    check: 'Validation of skaffold.yaml',
    needs: 'go',
    variables: ['SKAFFOLD_SCHEMA', 'SKAFFOLD_SCHEMA_MISSING'],
    find: findSkaffoldSchema,
  },
  {
    check: 'Validation of compose.yaml',
    needs: 'go',
    variables: ['COMPOSE_SCHEMA', 'COMPOSE_SCHEMA_MISSING'],
    find: findComposeSchema,
  },
  {
    check: 'The comparison of the Twilio emulator with Twilio’s description',
    needs: 'twilio-openapi',
    variables: ['TWILIO_OPENAPI', 'TWILIO_OPENAPI_MISSING'],
    find: ({ TWILIO_OPENAPI: path }) => (path ? { path } : { missing: 'TWILIO_OPENAPI is not set.' }),
  },
];

/** Finds the tools that only some tests need. Returns their variables. The tests of a missing tool are skipped. */
export async function findTestTools(env: Env, signal: AbortSignal): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { check, needs, variables, find } of testTools) {
    const tool = await find(env, signal);
    if ('missing' in tool) skip(env, { check, needs, reason: tool.missing });
    found[variables[0]] = 'path' in tool ? tool.path : '';
    found[variables[1]] = 'missing' in tool ? tool.missing : '';
  }
  return found;
}
