import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { findFakeGcs } from '../install/find-fake-gcs';
import { findTemporal } from '@dripline/launcher/temporal/find-temporal';
import { lastWords } from '@dripline/launcher/processes/last-log-line';
import { limitRole } from '@dripline/launcher/postgres/limit-role';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { startPostgres } from '@dripline/launcher/postgres/postgres';
import type { ServiceName } from '@dripline/launcher/services';
import { startTemporal, untilTemporalUp } from '@dripline/launcher/temporal/temporal';
import type { Built } from './build-images';
import type { Builder } from './find-builder';
import { startBucket } from './start-bucket';
import { type Container, startContainer } from './start-container';

export interface StackOptions extends Pick<Parameters<Command>[0], 'env' | 'signal' | 'cleanup'> {
  folder: string;
  builder: Builder;
  images: Built;
}

export interface Stack {
  origin: string;
  admin: { username: string; password: string };
  /** What `helm test` is told of where they are. */
  doors: { WEB: string; FACADE: string; GRAPHQL_OPS: string };
  /** Ends all four as a cluster does. Throws a Failure where one does not end by itself. */
  stopServices(): Promise<void>;
}

const readyMs = 60_000;
/** The role that the services sign in as. */
const APP = 'app';

/** The four images beside a Postgres, a Temporal and a bucket that exist: what the chart expects of a cluster. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { env, signal, cleanup, folder, builder, images } = options;
  chmodSync(folder, 0o755);
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets);
  const outside = await startOutside(options, secrets);
  const admin = { username: 'admin', password: randomBytes(12).toString('hex') };
  const keep = (role: string, files: Record<string, string>): string => {
    const credentials = join(secrets, role);
    mkdirSync(credentials);
    for (const [name, value] of Object.entries(files))
      writeFileSync(join(credentials, name), `${value}\n`, { mode: 0o444 });
    return `/secrets/${role}`;
  };
  const [serviceToken, sessionSecret] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  const credentials = {
    migrate: keep('migrate', {
      DATABASE_URL: outside.ownerUrl,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
    }),
    graphql: keep('graphql', {
      DATABASE_URL: outside.appUrl,
      SERVICE_TOKEN: serviceToken,
      SESSION_SECRET: sessionSecret,
    }),
    workflows: keep('workflows', { SERVICE_TOKEN: serviceToken }),
    doors: keep('doors', { SERVICE_TOKEN: serviceToken }),
  };

  const start = async (name: ServiceName, variables: Record<string, string>, command?: string[]) => {
    const log = new Log({ name, isShown: false, secrets: [serviceToken, sessionSecret, admin.password], folder });
    const container = await startContainer(builder, {
      name,
      image: images[name],
      variables,
      command,
      secrets,
      log,
      env: childEnv(env.variables, []),
    });
    cleanup.add(async () => (await container.stop(), await container.remove()));
    return { name, container, log };
  };

  const migrate = await start('graphql', { CREDENTIALS_DIRECTORY: credentials.migrate }, [
    'node',
    'services/graphql/dist/database/migrate-command.js',
  ]);
  if ((await migrate.container.ended) !== 0)
    throw new Failure(`The image of graphql could not migrate: ${lastWords(migrate.log.lastLines)}`);
  await limitRole(outside.ownerUrl, APP);

  const [graphql = 0, facade = 0, web = 0, ...ops] = await pickPorts(7);
  const origin = `http://127.0.0.1:${web}`;
  const graphqlUrl = `http://127.0.0.1:${graphql}/graphql`;
  const common = { HOST: '127.0.0.1', OPS_HOST: '127.0.0.1', PUBLIC_URL: origin };
  const services = [
    await start('graphql', {
      ...common,
      ...outside.variables,
      CREDENTIALS_DIRECTORY: credentials.graphql,
      PORT: String(graphql),
      OPS_PORT: String(ops[0]),
      TRUST_PROXY_HOPS: '1',
      MIN_FILL_SECONDS: '0',
    }),
    await start('workflows', {
      ...common,
      ...outside.variables,
      CREDENTIALS_DIRECTORY: credentials.workflows,
      OPS_PORT: String(ops[1]),
      GRAPHQL_URL: graphqlUrl,
    }),
    await start('rest-facade', {
      ...common,
      CREDENTIALS_DIRECTORY: credentials.doors,
      PORT: String(facade),
      OPS_PORT: String(ops[2]),
      GRAPHQL_URL: graphqlUrl,
      TRUST_PROXY_HOPS: '1',
    }),
    await start('web', {
      ...common,
      CREDENTIALS_DIRECTORY: credentials.doors,
      PORT: String(web),
      OPS_PORT: String(ops[3]),
      GRAPHQL_URL: graphqlUrl,
      FACADE_URL: `http://127.0.0.1:${facade}`,
    }),
  ];
  for (const [index, port] of ops.entries()) await untilReady(services[index]!, port, signal);
  return {
    origin,
    admin,
    doors: { WEB: origin, FACADE: `http://127.0.0.1:${facade}`, GRAPHQL_OPS: `http://127.0.0.1:${ops[0]}` },
    async stopServices() {
      for (const { name, container } of services.reverse()) {
        const code = await container.stop();
        if (code !== 0)
          throw new Failure(`${name} was asked to end and ended ${code === null ? 'by a signal' : `with ${code}`}.`);
      }
    },
  };
}

interface Outside {
  ownerUrl: string;
  /** As somebody who may act for the agency or a client, and change no table. */
  appUrl: string;
  variables: Record<string, string>;
}

async function startOutside({ env, signal, cleanup, folder }: StackOptions, secrets: string): Promise<Outside> {
  const fakeGcs = await findFakeGcs(env, signal);
  if ('missing' in fakeGcs) throw new Failure(fakeGcs.missing);
  const [postgresPort = 0, temporalPort = 0] = await pickPorts(2);
  const plain = childEnv(env.variables, []);
  const temporalLog = new Log({ name: 'temporal', isShown: false });
  const temporal = startTemporal({
    binary: await findTemporal(env, signal),
    port: temporalPort,
    namespace: 'default',
    env: plain,
    log: temporalLog,
  });
  cleanup.add(() => temporal.stop());
  const bucket = await startBucket(env, fakeGcs.path, secrets, signal);
  cleanup.add(() => bucket.process.stop());
  const postgres = await startPostgres({
    ...{
      folder: join(folder, 'postgres'),
      user: 'owner',
      password: randomBytes(16).toString('hex'),
      database: 'dripline',
      port: postgresPort,
      env: plain,
      signal,
    },
    ...{ log: new Log({ name: 'postgres', isShown: false }), isThrowAway: true },
  });
  cleanup.add(() => postgres.process.stop());
  await untilTemporalUp(temporal, temporalPort, temporalLog, signal);
  const appUrl = new URL(postgres.url);
  appUrl.username = APP;
  return {
    ownerUrl: postgres.url,
    appUrl: appUrl.href,
    variables: {
      TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
      GCS_BUCKET: bucket.name,
      GCS_API_ENDPOINT: bucket.url,
      GOOGLE_APPLICATION_CREDENTIALS: '/secrets/gcs.json',
    },
  };
}

async function untilReady(
  { name, container, log }: { name: string; container: Container; log: Log },
  port: number,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyMs;
  let hasEnded = false;
  void container.ended.then(() => (hasEnded = true));
  while (
    !(await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    signal.throwIfAborted();
    if (hasEnded || Date.now() > deadline)
      throw new Failure(`The image of ${name} did not become ready: ${lastWords(log.lastLines)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
