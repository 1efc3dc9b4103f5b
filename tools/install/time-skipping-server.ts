import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import {
  findTool,
  type ToolResult,
  fromCache,
  fromVariable,
  fromPath,
  orMissing,
  type ToolSource,
} from '@dripline/launcher/install/find-tool';
import { runStep } from '@dripline/launcher/processes/run-step';
import { downloadWithSdk } from '@dripline/launcher/temporal/sdk-download';

const version = '1.32.1';
const advice = 'Install Java 11 or later and Maven, or set TEMPORAL_TEST_SERVER_PATH.';

/** Finds Temporal's time-skipping test server, or downloads it if it is missing. */
export async function findTimeSkippingServer(env: Env, signal?: AbortSignal): Promise<ToolResult> {
  const bin = join(env.cacheDir, 'bin');
  const downloaded = join(bin, 'temporal-test-server');
  const assembled = join(bin, `temporal-test-server-${version}`);
  const ways = [
    fromVariable('TEMPORAL_TEST_SERVER_PATH', env.TEMPORAL_TEST_SERVER_PATH),
    fromPath('temporal-test-server', env.PATH),
    fromCache(downloaded),
    fromCache(assembled),
    downloadWithSdk({ kind: 'test-server', path: downloaded, env: childEnv(env.variables, []), signal }),
    fromMaven(assembled, env, signal),
  ];
  return orMissing(findTool("Temporal's time-skipping test server", ways, advice));
}

const fromMaven = (path: string, env: Env, signal?: AbortSignal): ToolSource => ({
  label: 'Maven',
  get: async () => {
    mkdirSync(join(path, '..'), { recursive: true });
    const work = mkdtempSync(`${path}.maven-`);
    const jars = `${path}-jars`;
    const variables = childEnv(env.variables, ['JAVA*', 'MAVEN*', 'M2*']);
    try {
      await runStep({ name: 'Checking for Java', command: 'java', args: ['-version'], env: variables }, { signal });
      writeFileSync(join(work, 'pom.xml'), pom);
      const args = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${work}/jars`];
      await runStep(
        { name: "Downloading Temporal's test server with Maven", command: 'mvn', args, cwd: work, env: variables },
        { signal },
      );
      rmSync(jars, { recursive: true, force: true });
      renameSync(join(work, 'jars'), jars);
      writeFileSync(join(work, 'start'), script(basename(jars)));
      chmodSync(join(work, 'start'), 0o755);
      renameSync(join(work, 'start'), path);
      return path;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
});

const dependency = (groupId: string, artifactId: string, dependencyVersion: string) =>
  `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${dependencyVersion}</version></dependency>`;

const pom = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>dripline</groupId><artifactId>test-server</artifactId><version>1</version>
  <dependencies>
    ${dependency('io.temporal', 'temporal-test-server', version)}
    ${dependency('org.slf4j', 'slf4j-nop', '2.0.17')}
  </dependencies>
</project>`;

const script = (jars: string) => `#!/bin/sh
exec java -XX:TieredStopAtLevel=1 -Xmx512m -cp "$(dirname "$0")/${jars}/*" io.temporal.testserver.TestServer "$@"
`;
