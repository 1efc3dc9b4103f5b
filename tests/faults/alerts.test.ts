import { eventually } from '@dripline/runtime/testing/eventually';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnv } from '@dripline/launcher/processes/child-env';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import type { SupervisedProcess } from '@dripline/launcher/processes/supervised-process';
import { startPostgresServer } from '@dripline/launcher/postgres/postgres-server';
import { startTemporalDevServer, waitUntilTemporalReady } from '@dripline/launcher/temporal/temporal-dev-server';
import { readRunFile } from '../harness/launch';
import { startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';
import { type Prometheus, SCRAPE_TIMEOUT_SECONDS, serviceTargets, startPrometheus } from '../harness/prometheus';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy';

const program = process.env['PROMETHEUS_PATH'];
/** How many times faster the rules' time passes. With ALERT_SPEED=1 the tests take two hours. */
const SPEED = Number(process.env['ALERT_SPEED'] ?? 30);
/** Longer than what alerts need in the rules' time: to fire (ten minutes), and to clear (an hour). */
const TO_FIRE_MS = 60_000 + 1_200_000 / SPEED;
const TO_CLEAR_MS = 60_000 + 4_800_000 / SPEED;

jest.setTimeout(2 * (TO_FIRE_MS + TO_CLEAR_MS));

if (!program)
  process.stderr.write(
    `The alerts are not tested on the running product: ${process.env['PROMETHEUS_MISSING'] ?? 'run the tests with `npm test`'}\n`,
  );

// Prometheus scrapes the product's processes and evaluates the chart's rules, on an accelerated clock except where a
// test says otherwise. The rules of `dripline-cluster` are tested with promtool, because their metrics come from
// kube-state-metrics, cert-manager and CloudNativePG. `npm run cluster` tests DriplineMigrationFailed.
(program ? describe : describe.skip)(`alerts on the running product, ${SPEED} times faster`, () => {
  let harness: MessagingHarness;
  let prometheus: Prometheus;
  let postgres: SupervisedProcess;
  let postgresProxy: TcpProxy;
  let temporal: SupervisedProcess;
  let startPostgres: () => Promise<void>;
  let startTemporal: () => Promise<void>;
  const measured: string[] = [];

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dripline-alerts-'));
    chmodSync(folder, 0o711);
    const [postgresPort = 0, temporalPort = 0] = await pickPorts(2);
    const env = childEnv(process.env, []);
    const postgresLog = new Log({ name: 'postgres', isShown: false, folder });
    const password = randomBytes(16).toString('hex');
    let databaseUrl = '';
    startPostgres = async () => {
      const cluster = { folder: join(folder, 'postgres'), user: 'postgres', password, database: 'dripline' };
      const options = { ...cluster, port: postgresPort, env, log: postgresLog, isTemporary: true };
      const started = await startPostgresServer(options);
      postgres = started.process;
      databaseUrl = started.url;
    };
    startTemporal = async () => {
      const log = new Log({ name: 'temporal', isShown: false, folder });
      const options = { binary: process.env['TEMPORAL_CLI_PATH']!, file: join(folder, 'temporal.db'), env, log };
      temporal = startTemporalDevServer({ ...options, port: temporalPort, namespace: 'default' });
      await waitUntilTemporalReady(temporal, temporalPort, log);
    };
    await Promise.all([startPostgres(), startTemporal()]);
    postgresProxy = await startTcpProxy({ host: '127.0.0.1', port: postgresPort });
    harness = await startMessagingHarness({
      DATABASE_URL: databaseUrl.replace(`:${postgresPort}/`, `:${postgresProxy.port}/`),
      TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
    });
    prometheus = await startPrometheus(program!, serviceTargets(harness.stack.dataDir), { speed: SPEED });
  });
  afterAll(async () => {
    process.stderr.write(`${measured.join('\n')}\n`);
    await prometheus?.stop();
    await harness?.stop();
    await Promise.all([postgresProxy?.close(), postgres?.stop(), temporal?.stop()]);
  });

  /** Alerts that fire until their window has passed, also while the next faults are tested. */
  const lasting = new Set<string>();
  const withoutLasting = (alerts: string[]) => alerts.filter((alert) => !lasting.has(alert));
  const secondsSince = (startedAt: number) => (Date.now() - startedAt) / 1_000;

  interface Fault {
    inject(): unknown;
    mend(): unknown;
    /** The alerts that must fire. No other may fire, before they clear. */
    alerts: string[];
    observer?: Prometheus;
  }

  /** Injects a fault, waits until its alerts fire, removes it, and waits until they clear. Returns the time to fire. */
  async function expectAlerts({ inject, mend, alerts, observer = prometheus }: Fault): Promise<number> {
    const firing = async () => withoutLasting(await observer.firing());
    await eventually(async () => expect(await firing()).toEqual([]), { timeout: TO_CLEAR_MS });
    const startedAt = Date.now();
    let firedAfter = 0;
    try {
      await inject();
      await eventually(async () => expect(await firing()).toEqual(expect.arrayContaining(alerts)), {
        timeout: TO_FIRE_MS,
      });
      firedAfter = secondsSince(startedAt);
    } finally {
      await mend();
    }
    const mendedAt = Date.now();
    await eventually(async () => expect(await firing()).toEqual([]), { timeout: TO_CLEAR_MS });
    measured.push(
      `${expect.getState().currentTestName}: fires after ${firedAfter.toFixed(1)} s, clears after ${secondsSince(mendedAt).toFixed(1)} s`,
    );
    expect(withoutLasting(await observer.firedWithin(secondsSince(startedAt)))).toEqual([...alerts].sort());
    return firedAfter;
  }

  it('none fires while visitors submit forms and messages are sent', async () => {
    const startedAt = Date.now();
    const { submit } = await harness.createSequence();
    // Longer than the longest duration of a rule, except for those of the cluster.
    while (secondsSince(startedAt) < (20 * 60) / SPEED) {
      await submit(2);
      await delay(500);
    }
    expect(await prometheus.query('sum(dripline_slo_total:rate5m) > 0')).toHaveLength(1);
    expect(await prometheus.firedWithin(secondsSince(startedAt))).toEqual([]);
  });

  it('DriplineQuotaReached fires when a client exceeds its monthly limit of leads', async () => {
    const { clientId, submit } = await harness.createSequence();
    await harness.call('PUT', `/api/clients/${clientId}`, { monthlyLeadLimit: 1 });
    const startedAt = Date.now();
    await submit(30);
    await eventually(async () => expect(await prometheus.firing()).toEqual(['DriplineQuotaReached leads']), {
      timeout: TO_FIRE_MS,
    });
    lasting.add('DriplineQuotaReached leads');
    measured.push(`${expect.getState().currentTestName}: fires after ${secondsSince(startedAt).toFixed(1)} s`);
  });

  it('DriplineDependencyDown fires while Postgres is stopped, without visitors', () =>
    expectAlerts({
      inject: () => postgres.stop(),
      mend: startPostgres,
      alerts: ['DriplineDependencyDown database'],
    }));

  it('DriplineProviderUnavailable fires while Twilio responds with 503', async () => {
    const { submit } = await harness.createSequence();
    await expectAlerts({
      inject: async () => {
        await harness.setBehaviour({ isDown: true });
        await submit(1);
      },
      mend: () => harness.setBehaviour({}),
      alerts: ['DriplineProviderUnavailable'],
    });
  });

  it('DriplineDown fires while the worker hangs', () =>
    expectAlerts({
      inject: () => process.kill(harness.pidOf('workflows'), 'SIGSTOP'),
      mend: () => process.kill(harness.pidOf('workflows'), 'SIGCONT'),
      alerts: ['DriplineDown workflows'],
    }));

  it('DriplineDependencyDown and then DriplineOutboxStuck fire while Temporal is stopped', async () => {
    const { submit } = await harness.createSequence();
    await expectAlerts({
      inject: async () => {
        await temporal.stop();
        await submit(1);
      },
      mend: startTemporal,
      alerts: ['DriplineDependencyDown temporal', 'DriplineOutboxStuck'],
    });
  });

  it('the alerts of errors fire beside DriplineDependencyDown while Postgres is stopped and visitors come', async () => {
    const { visit } = await harness.createSequence();
    // The page is in memory afterwards.
    await visit();
    let isOver = false;
    const visitors = (async () => {
      while (!isOver) {
        await visit();
        await delay(100);
      }
    })();
    await expectAlerts({
      inject: () => postgres.stop(),
      mend: async () => {
        isOver = true;
        await visitors;
        await startPostgres();
      },
      alerts: [
        'DriplineDependencyDown database',
        // Landing pages are shown from memory.
        ...['DriplineErrorBudgetBurns submissions', 'DriplineErrorBudgetBurnsFast submissions'],
        // With `npm start`, web forwards the submissions to rest-facade.
        ...['DriplineErrors acme-rest-facade', 'DriplineErrors acme-web'],
      ],
    });
  });

  it('DriplineQuotaReached clears an hour after the last lead above the limit', async () => {
    await eventually(async () => expect(await prometheus.firing()).toEqual([]), { timeout: TO_CLEAR_MS });
    lasting.clear();
  });

  it('DriplineDependencyDown fires within three minutes, at normal speed, if Postgres hangs and nobody visits', async () => {
    // A new one, which does not remember the faults above.
    const observer = await startPrometheus(program!, serviceTargets(harness.stack.dataDir));
    const firedAfter = await expectAlerts({
      // As behind a network that drops packets: connections stay open, and nothing is answered.
      inject: async () => {
        await Promise.all(Array.from({ length: 10 }, () => harness.call('GET', '/api/clients')));
        postgresProxy.delayMs = 3_600_000;
        // The pool has idle connections now, on which a query would wait forever.
        const { opsPort } = readRunFile(harness.stack.dataDir).services['graphql']!;
        const signal = AbortSignal.timeout(SCRAPE_TIMEOUT_SECONDS * 1_000);
        await expect(fetch(`http://127.0.0.1:${opsPort}/metrics`, { signal })).resolves.toMatchObject({ ok: true });
      },
      mend: () => {
        postgresProxy.delayMs = 0;
        postgresProxy.disconnect();
        postgresProxy.reconnect();
      },
      alerts: ['DriplineDependencyDown database'],
      observer,
    }).finally(() => observer.stop());
    expect(firedAfter).toBeLessThan(180);
  });
});
