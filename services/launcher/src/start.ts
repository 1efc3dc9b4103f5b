import { banner } from './banner';
import type { Command } from './command';
import { fillDemo } from './demo/fill-demo';
import { Failure } from './failure';
import { firstAdmin } from './first-admin';
import { findLandingPath } from './find-landing-path';
import { createServiceRole } from './postgres/create-service-role';
import { lockDataDir } from './processes/lock-data-dir';
import { migrate } from './migrate';
import { pickPorts, requireFreePort } from './processes/ports';
import type { RunContext } from './run-context';
import { RunFile } from './processes/run-file';
import { readSecrets } from './secrets';
import { services, type Wiring } from './services';
import { startPostgres } from './postgres/start-postgres';
import { startServices } from './start-services';
import { startTemporal } from './temporal/start-temporal';
import { temporalDownMessage, watchTemporal } from './temporal/watch-temporal';

/** `npm start` and `npm run dev`: runs the product on this machine until the user stops it. */
export const start =
  (isDevelopment: boolean): Command =>
  async ({ args, env, signal, cleanup }) => {
    const unknown = args.find((arg) => arg !== '--demo');
    if (unknown !== undefined)
      throw new Failure(
        `Unknown argument ${unknown}. The only argument is --demo; other settings are environment variables, such as PORT.`,
        2,
      );
    if (args.includes('--demo') && env.variables['TWILIO_ACCOUNT_SID'])
      throw new Failure('--demo creates made-up leads, who must not get text messages. Unset TWILIO_ACCOUNT_SID.', 2);
    // Only this user can read the files that the services write to DATA_DIR.
    process.umask(0o077);
    cleanup.add(lockDataDir(env.DATA_DIR));

    const runFile = new RunFile(env.DATA_DIR, { port: env.PORT, publicUrl: env.PUBLIC_URL });
    await runFile.stopOrphans();
    await requireFreePort(env.PORT, env.HOST);
    cleanup.add(() => runFile.remove());

    const { workerToken, landingToken, sessionSecret, numberHashKey, postgresPassword } = readSecrets(env);
    const admin = firstAdmin(env);
    const secrets = [
      workerToken,
      landingToken,
      sessionSecret,
      numberHashKey,
      postgresPassword,
      admin.variables.ADMIN_PASSWORD,
    ].filter((value) => value !== undefined);
    const context: RunContext = { env, signal, cleanup, runFile, secrets };

    const databaseUrl = await startPostgres(context, postgresPassword);
    const temporal = await startTemporal(context);
    await migrate({
      env,
      signal,
      variables: { DATABASE_URL: databaseUrl, SESSION_SECRET: sessionSecret, ...admin.variables },
    });
    // Roles are created in the embedded Postgres only.
    const serviceUrl = env.DATABASE_URL ? databaseUrl : await createServiceRole(databaseUrl);
    const isTemporalUp = await temporal.isUp();

    const wiring: Wiring = {
      ...{ databaseUrl: serviceUrl, workerToken, landingToken, sessionSecret, numberHashKey },
      ...(await servicePorts(env.PORT)),
      ...{ publicUrl: env.PUBLIC_URL, publicHost: env.HOST, proxyHops: env.TRUST_PROXY_HOPS, dataDir: env.DATA_DIR },
      ...{ temporalAddress: temporal.address, temporalNamespace: env.TEMPORAL_NAMESPACE },
    };
    await startServices({ context, wiring, isDevelopment, isTemporalUp });

    const { PRODUCT_NAME: productName, PUBLIC_URL: publicUrl, DATA_DIR: dataDir } = env;
    const demo = args.includes('--demo')
      ? await fillDemo({
          ...{ origin: `http://127.0.0.1:${env.PORT}`, publicUrl, databaseUrl, numberHashKey },
          admin: admin.variables,
        })
      : undefined;
    const landing = await findLandingPath(databaseUrl);
    console.log(
      banner({
        productName,
        publicUrl,
        dataDir,
        landing,
        temporal: temporal.bannerText,
        admin: [admin.bannerText, demo].filter(Boolean).join('\n\n'),
        seconds: process.uptime(),
      }),
    );
    admin.markShown();
    if (!isTemporalUp) console.log(temporalDownMessage);
    cleanup.add(watchTemporal(temporal.address, isTemporalUp));
    await aborted(signal);
  };

async function servicePorts(web: number): Promise<Pick<Wiring, 'ports' | 'internalPort' | 'opsPorts'>> {
  const [graphql = 0, internalPort = 0, facade = 0, ...ops] = await pickPorts(3 + services.length);
  const opsPorts = Object.fromEntries(services.map(({ name }, nth) => [name, ops[nth]])) as Wiring['opsPorts'];
  return { ports: { graphql, 'rest-facade': facade, web }, internalPort, opsPorts };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  );
