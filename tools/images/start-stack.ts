import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { findFakeGcs } from '../install/find-fake-gcs';
import { findVersitygw } from '../install/find-versitygw';
import { findTemporal } from '@dripline/launcher/temporal/find-temporal';
import { lastLogLine } from '@dripline/launcher/processes/last-log-line';
import { createServiceRole } from '@dripline/launcher/postgres/create-service-role';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { startPostgresServer } from '@dripline/launcher/postgres/postgres-server';
import type { ServiceName } from '@dripline/launcher/services';
import { startTemporalDevServer, waitUntilTemporalReady } from '@dripline/launcher/temporal/temporal-dev-server';
import type { BuiltImages } from './build-images';
import type { Builder } from './find-builder';
import { startBucket } from './start-bucket';
import { startS3Bucket } from './start-s3-bucket';
import { type Container, startContainer } from './start-container';

export interface StackOptions extends Pick<Parameters<Command>[0], 'env' | 'signal' | 'cleanup'> {
  folder: string;
  builder: Builder;
  images: BuiltImages;
  store: StoreKind;
  /** The user and group that run the services, such as `10001:10001`. */
  user: string;
}

/** The kind of bucket that a stack stores files in. */
export type StoreKind = 'Google Cloud Storage' | 'S3';

export interface Stack {
  origin: string;
  admin: { username: string; password: string };
  /** URLs of the services, as variables of the `helm test` script. */
  endpoints: { WEB: string; FACADE: string; GRAPHQL_OPS: string };
  /** Stops the services with SIGTERM, as a cluster does. Throws a Failure if one does not exit with code 0. */
  stopServices(): Promise<void>;
}

const readyMs = 60_000;
/** Database role of the services. */
const APP_ROLE = 'app';

/** Starts the four images with a Postgres, a Temporal and a bucket, which the chart expects to exist. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { env, signal, cleanup, folder, builder, images, user } = options;
  chmodSync(folder, 0o755);
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets);
  const dependencies = await startDependencies(options, secrets);
  const admin = { username: 'admin', password: randomBytes(12).toString('hex') };
  const writeCredentials = (role: string, files: Record<string, string>): string => {
    const credentials = join(secrets, role);
    mkdirSync(credentials);
    for (const [name, value] of Object.entries(files))
      writeFileSync(join(credentials, name), `${value}\n`, { mode: 0o444 });
    return `/secrets/${role}`;
  };
  const [workerToken = '', landingToken = '', sessionSecret = ''] = [24, 24, 24].map((bytes) =>
    randomBytes(bytes).toString('hex'),
  );
  const credentials = {
    migrate: writeCredentials('migrate', {
      DATABASE_URL: dependencies.ownerUrl,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
    }),
    graphql: writeCredentials('graphql', {
      DATABASE_URL: dependencies.appUrl,
      WORKER_TOKEN: workerToken,
      LANDING_TOKEN: landingToken,
      SESSION_SECRET: sessionSecret,
      NUMBER_HASH_KEY: randomBytes(24).toString('hex'),
      ...dependencies.storeCredentials,
    }),
    workflows: writeCredentials('workflows', { WORKER_TOKEN: workerToken }),
    public: writeCredentials('public', { LANDING_TOKEN: landingToken }),
  };

  const start = async (name: ServiceName, variables: Record<string, string>, command?: string[]) => {
    const log = new Log({
      name,
      isShown: false,
      secrets: [workerToken, landingToken, sessionSecret, admin.password],
      folder,
    });
    const container = await startContainer(builder, {
      name,
      image: images[name],
      variables,
      user,
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
    throw new Failure(`Database migration with the image of graphql failed: ${lastLogLine(migrate.log.lastLines)}`);
  await createServiceRole(dependencies.ownerUrl, APP_ROLE);

  const [graphql = 0, internal = 0, facade = 0, web = 0, ...ops] = await pickPorts(8);
  const origin = `http://127.0.0.1:${web}`;
  const internalUrl = { INTERNAL_GRAPHQL_URL: `http://127.0.0.1:${internal}/graphql` };
  const graphqlUrls = { GRAPHQL_URL: `http://127.0.0.1:${graphql}/graphql`, ...internalUrl };
  const common = { HOST: '127.0.0.1', OPS_HOST: '127.0.0.1', PUBLIC_URL: origin };
  const services = [
    await start('graphql', {
      ...common,
      ...dependencies.variables,
      CREDENTIALS_DIRECTORY: credentials.graphql,
      PORT: String(graphql),
      INTERNAL_PORT: String(internal),
      OPS_PORT: String(ops[0]),
      TRUST_PROXY_HOPS: '1',
      MIN_FILL_SECONDS: '0',
    }),
    await start('workflows', {
      ...common,
      ...dependencies.variables,
      CREDENTIALS_DIRECTORY: credentials.workflows,
      OPS_PORT: String(ops[1]),
      ...internalUrl,
    }),
    await start('rest-facade', {
      ...common,
      CREDENTIALS_DIRECTORY: credentials.public,
      PORT: String(facade),
      OPS_PORT: String(ops[2]),
      ...graphqlUrls,
      TRUST_PROXY_HOPS: '1',
    }),
    await start('web', {
      ...common,
      CREDENTIALS_DIRECTORY: credentials.public,
      PORT: String(web),
      OPS_PORT: String(ops[3]),
      ...graphqlUrls,
      FACADE_URL: `http://127.0.0.1:${facade}`,
    }),
  ];
  for (const [index, port] of ops.entries()) await untilReady(services[index]!, port, signal);
  return {
    origin,
    admin,
    endpoints: { WEB: origin, FACADE: `http://127.0.0.1:${facade}`, GRAPHQL_OPS: `http://127.0.0.1:${ops[0]}` },
    async stopServices() {
      for (const { name, container } of services.reverse()) {
        const code = await container.stop();
        if (code !== 0)
          throw new Failure(
            `${name} ended ${code === null ? 'by a signal' : `with exit code ${code}`} instead of exit code 0.`,
          );
      }
    },
  };
}

interface Dependencies {
  ownerUrl: string;
  /** URL with the services' role, which cannot change tables. */
  appUrl: string;
  variables: Record<string, string>;
  /** Variables with the bucket's credentials. */
  storeCredentials: Record<string, string>;
}

async function startDependencies(options: StackOptions, secrets: string): Promise<Dependencies> {
  const { env, signal, cleanup, folder } = options;
  const [postgresPort = 0, temporalPort = 0] = await pickPorts(2);
  const plain = childEnv(env.variables, []);
  const temporalLog = new Log({ name: 'temporal', isShown: false });
  const temporal = startTemporalDevServer({
    binary: await findTemporal(env, signal),
    port: temporalPort,
    namespace: 'default',
    env: plain,
    log: temporalLog,
  });
  cleanup.add(() => temporal.stop());
  const store = await startStore(options, secrets);
  const postgres = await startPostgresServer({
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
  await waitUntilTemporalReady(temporal, temporalPort, temporalLog, signal);
  const appUrl = new URL(postgres.url);
  appUrl.username = APP_ROLE;
  return {
    ownerUrl: postgres.url,
    appUrl: appUrl.href,
    variables: {
      TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
      ...store.variables,
    },
    storeCredentials: store.credentials,
  };
}

/** Starts the bucket of a stack. Returns the environment variables that locate it, and those with its credentials. */
async function startStore(
  { env, signal, cleanup, folder, store }: StackOptions,
  secrets: string,
): Promise<{ variables: Record<string, string>; credentials: Record<string, string> }> {
  const binary = await (store === 'S3' ? findVersitygw : findFakeGcs)(env, signal);
  if ('missing' in binary) throw new Failure(binary.missing);
  if (store === 'S3') {
    const bucket = await startS3Bucket(env, binary.path, join(folder, 'bucket'), signal);
    cleanup.add(() => bucket.process.stop());
    return bucket;
  }
  const bucket = await startBucket(env, binary.path, secrets, signal);
  cleanup.add(() => bucket.process.stop());
  return {
    variables: {
      GCS_BUCKET: bucket.name,
      GCS_API_ENDPOINT: bucket.url,
      GOOGLE_APPLICATION_CREDENTIALS: '/secrets/gcs.json',
    },
    credentials: {},
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
      throw new Failure(`The image of ${name} did not become ready: ${lastLogLine(log.lastLines)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
