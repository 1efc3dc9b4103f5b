import { metrics } from '@dripline/runtime/http/health-server';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Gauge } from 'prom-client';
import { asSystem, withPriority } from '../access/scope';
import { log } from '../telemetry/log';

/** Work that is repeated on one replica at a time. */
export interface Job {
  name: string;
  intervalMs: number;
  /** Does the work in pages, and stops after the current page when `signal` is aborted. Must be idempotent. */
  run(signal: AbortSignal): Promise<void>;
}

const RETRY_MS = 60_000;
/** How often a replica tries to become the leader, and the leader checks its connection. */
const LEADER_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** The key of the advisory lock that the leader holds. Any number will do. */
const LEADER_LOCK = 720_001;

const lastSuccess = new Gauge({
  name: 'dripline_job_last_success_timestamp_seconds',
  help: 'When each periodic job last succeeded on this replica, in Unix seconds.',
  // Prometheus' own label `job` would rename a label of that name.
  labelNames: ['name'],
  registers: [metrics],
});
const duration = new Gauge({
  name: 'dripline_job_duration_seconds',
  help: 'Duration of the last run of each periodic job on this replica.',
  labelNames: ['name'],
  registers: [metrics],
});
const leader = new Gauge({
  name: 'dripline_jobs_leader',
  help: '1 while this replica runs the periodic jobs, else 0.',
  registers: [metrics],
});

/**
 * Runs each job in a loop of its own while this replica is the leader: while it holds an advisory lock on a connection
 * of its own. If the connection is lost, another replica takes over.
 */
export function runJobs(databaseUrl: string, jobs: Job[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const pause = (ms: number, signal = stopping.signal) => delay(ms, undefined, { signal }).catch(() => undefined);

  async function campaign(): Promise<void> {
    while (!stopping.signal.aborted) {
      await holdOffice().catch((error: unknown) =>
        log.warn(describe(error), 'the leader of the jobs lost its connection'),
      );
      await pause(LEADER_MS);
    }
  }

  /** Waits for the lock, then runs the jobs until the connection is lost or the process stops. */
  async function holdOffice(): Promise<void> {
    const connection = new Client({
      connectionString: databaseUrl,
      application_name: 'dripline-jobs',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    const lost = new AbortController();
    connection.once('error', () => lost.abort()).once('end', () => lost.abort());
    const ended = AbortSignal.any([lost.signal, stopping.signal]);
    let loops: Promise<unknown> | undefined;
    try {
      await connection.connect();
      while (!ended.aborted) {
        if (!loops) {
          const { rows } = await connection.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
            LEADER_LOCK,
          ]);
          if (rows[0]!.locked) loops = Promise.all(jobs.map((job) => repeat(job, ended)));
          leader.set(loops ? 1 : 0);
        } else await connection.query('SELECT 1');
        await pause(LEADER_MS, ended);
      }
    } finally {
      lost.abort();
      leader.set(0);
      await loops;
      await connection.end().catch(() => undefined);
    }
  }

  async function repeat({ name, intervalMs, run }: Job, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const startedAt = performance.now();
      const succeeded = await withPriority('background', () => asSystem(() => run(signal))).then(
        () => true,
        (error: unknown) => {
          log.error({ ...describe(error), job: name }, 'periodic job failed');
          return false;
        },
      );
      duration.set({ name }, (performance.now() - startedAt) / 1_000);
      if (succeeded) lastSuccess.set({ name }, Date.now() / 1_000);
      await pause(succeeded ? intervalMs : Math.min(intervalMs, RETRY_MS), signal);
    }
  }

  const running = campaign();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

const describe = (error: unknown) => ({
  kind: (error as Error).constructor.name,
  code: (error as { code?: string }).code,
});
