import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { startMessagingHarness, type TestSequence } from '@dripline/tests/harness/messaging-harness';
import { readRunFile } from '@dripline/tests/harness/launch';
import { hostileDocuments } from './cases/hostile-documents';
import { hostileVisitors } from './cases/hostile-visitors';
import { largeClient } from './cases/large-client';
import { liveEnrollments } from './cases/live-enrollments';
import { lostTemporal } from './cases/lost-temporal';
import { providerOutage } from './cases/provider-outage';
import { slowTemporal } from './cases/slow-temporal';
import { subscribers } from './cases/subscribers';
import { throughput } from './cases/throughput';
import type { ReportRow, ScaleRun } from './scale-run';
import { startTemporalCluster, type TemporalCluster } from './start-temporal-cluster';

const DEFAULT_ENROLLMENTS = 100_000;
const SLOW_MINUTES = 10;
const HOSTILE_MINUTES = 5;

/** The cases in order. Each continues with the live enrollments that the one before left. */
const cases: Record<string, { title: string; run(run: ScaleRun, sequence: TestSequence): Promise<void> }> = {
  outage: { title: 'The provider is away while all messages fall due', run: providerOutage },
  slow: { title: 'Temporal answers after two seconds', run: (run) => slowTemporal(run, SLOW_MINUTES) },
  lost: { title: 'Temporal’s databases are dropped', run: lostTemporal },
  client: { title: 'A large client is changed and deleted', run: largeClient },
};
/** Cases without live enrollments. */
const otherCases = ['messages', 'hostile', 'documents', 'subscribers'];

/**
 * `npm run scale [-- ENROLLMENTS [CASE…]]`: runs the whole product with two GraphQL and two worker processes on a
 * Temporal cluster with many live enrollments, and writes `docs/measured.md`. Without names, it runs all cases.
 */
export const scale: Command = async (context) => {
  const [size = String(DEFAULT_ENROLLMENTS), ...names] = context.args;
  const allNames = [...Object.keys(cases), ...otherCases];
  if (!/^\d+$/.test(size) || names.some((name) => !allNames.includes(name)))
    throw new Failure(
      `Usage: npm run scale [-- ENROLLMENTS [CASE…]], where ENROLLMENTS is the number of live enrollments and CASE is one of ${allNames.join(', ')}.`,
      2,
    );
  const isChosen = (name: string) => names.length === 0 || names.includes(name);
  const enrollments = Number(size);
  const sections: { title: string; rows: ReportRow[] }[] = [];
  const begin = (title: string) => {
    sections.push({ title, rows: [] });
    console.log(`\n${title}`);
  };
  const report = (row: ReportRow) => {
    sections.at(-1)!.rows.push(row);
    console.log(`  ${row.name}: ${row.measured}${row.goal ? ` (${row.goal}: ${outcome(row)})` : ''}`);
    // Written after each row, so that a run that is stopped leaves what it measured.
    writeFileSync(join(root, 'docs/measured.md'), render(enrollments, sections));
  };

  const stopped = new Promise<never>((_, reject) =>
    context.signal.addEventListener('abort', () => reject(context.signal.reason as Error), { once: true }),
  );
  await Promise.race([stopped, runCases()]);
  const missed = sections.flatMap(({ rows }) => rows).filter(({ isMet }) => isMet === false);
  console.log(`\n${missed.length} goals missed. See docs/measured.md.`);

  async function runCases(): Promise<void> {
    const cluster = enrollments > 0 || isChosen('messages') ? await startTemporalCluster(context) : undefined;
    if (cluster && enrollments > 0) {
      const { stop, ...product } = await startProduct(context, cluster);
      const run = { ...product, cluster, enrollments, report };
      begin('Live enrollments');
      const sequence = await liveEnrollments(run);
      for (const [name, { title, run: runCase }] of Object.entries(cases)) {
        if (!isChosen(name)) continue;
        begin(title);
        await runCase(run, sequence);
      }
      await stop();
    }
    if (cluster && isChosen('messages')) {
      begin('Messages per second');
      await throughput(context.cleanup, report, cluster);
    }
    if (isChosen('hostile')) {
      begin('Hostile visitors');
      await hostileVisitors(context.cleanup, report, HOSTILE_MINUTES);
    }
    if (isChosen('documents')) {
      begin('Hostile documents');
      await hostileDocuments(context.cleanup, report);
    }
    if (isChosen('subscribers')) {
      begin('Subscribers');
      await subscribers(context.cleanup, report);
    }
  }
};

/** Starts the product with two GraphQL and two worker processes. Each worker uses its own GraphQL process. */
async function startProduct({ cleanup }: Parameters<Command>[0], cluster: TemporalCluster) {
  const harness = await startMessagingHarness({
    TEMPORAL_ADDRESS: `127.0.0.1:${cluster.proxy.port}`,
    // Node sizes its heap by the machine's memory. In the chart's pods, it does so by their memory limits.
    NODE_OPTIONS: '--max-old-space-size=384',
    // As in production.
    TWILIO_TIMEOUT_MS: '10000',
    TWILIO_LISTING_DELAY_MS: '60000',
  });
  const steps: (() => Promise<unknown>)[] = [() => harness.stop()];
  const stop = async () => {
    for (let step = steps.pop(); step; step = steps.pop()) await step();
  };
  cleanup.add(stop);
  const server = await harness.addServer();
  steps.push(() => server.stop());
  const worker = await harness.addWorker({ INTERNAL_GRAPHQL_URL: `http://127.0.0.1:${server.internalPort}/graphql` });
  steps.push(() => worker.stop());
  const { port, services } = readRunFile(harness.stack.dataDir);
  const { graphql, workflows, web } = services;
  return {
    harness,
    stop,
    origin: `http://127.0.0.1:${port}`,
    processes: [
      { name: 'graphql 1', pid: graphql!.pid, opsPort: graphql!.opsPort },
      { name: 'graphql 2', pid: server.pid, opsPort: server.opsPort },
      { name: 'worker 1', pid: workflows!.pid, opsPort: workflows!.opsPort },
      { name: 'worker 2', pid: worker.pid },
      { name: 'web', pid: web!.pid, opsPort: web!.opsPort },
    ],
  };
}

const outcome = ({ isMet }: ReportRow) => (isMet ? 'met' : 'missed');

function render(enrollments: number, sections: { title: string; rows: ReportRow[] }[]): string {
  const size = `${enrollments.toLocaleString('en')} live enrollments and ${(enrollments * 10).toLocaleString('en')} rows of enrollments`;
  const machine = `${cpus().length} cores and ${Math.round(totalmem() / 1024 ** 3)} GiB of memory`;
  return [
    '# Measured at scale',
    '',
    `\`npm run scale\` writes this page. It ran with ${size}, on a Temporal cluster of four processes with`,
    `a Postgres of its own and two GraphQL and two worker processes, all on one machine with`,
    `${machine}. The cluster has a lower priority (nice), because it stands for`,
    `machines of its own.`,
    ...sections.flatMap(({ title, rows }) => [
      '',
      `## ${title}`,
      '',
      '| What | Measured | Goal | |',
      '| --- | --- | --- | --- |',
      ...rows.map(
        (row) => `| ${row.name} | ${row.measured} | ${row.goal} | ${row.isMet === null ? '' : outcome(row)} |`,
      ),
    ]),
    '',
  ].join('\n');
}
