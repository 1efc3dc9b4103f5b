import { readFileSync } from 'node:fs';

/** A process whose memory is measured, and its metrics if it has any. */
export interface MonitoredProcess {
  /** Such as `graphql 1`. */
  name: string;
  pid: number;
  opsPort?: number;
}

/** The highest values that were seen. */
export interface Peaks {
  /** Resident memory of each process. */
  megabytes: Record<string, number>;
  /** 99th percentile of the event loop's delay in ms, of the slowest window of five seconds. */
  eventLoopMs: Record<string, number>;
  /** Age of the oldest outbox entry in seconds. */
  outboxSeconds: number;
}

const INTERVAL_MS = 5_000;

/** Measures memory, event loop delay and the outbox every five seconds until `stop`. */
export function monitor(processes: MonitoredProcess[]): { stop(): Promise<Peaks> } {
  const peaks: Peaks = { megabytes: {}, eventLoopMs: {}, outboxSeconds: 0 };
  const raise = (values: Record<string, number>, name: string, value: number) =>
    (values[name] = Math.max(values[name] ?? 0, value));
  const sample = async () => {
    for (const { name, pid, opsPort } of processes) {
      raise(peaks.megabytes, name, residentMegabytes(pid));
      if (opsPort === undefined) continue;
      const metrics = await readMetrics(opsPort).catch(() => '');
      raise(peaks.eventLoopMs, name, valueOf(metrics, 'nodejs_eventloop_lag_p99_seconds') * 1_000);
      peaks.outboxSeconds = Math.max(peaks.outboxSeconds, valueOf(metrics, 'dripline_outbox_oldest_seconds'));
    }
  };
  // The first reading covers the time before.
  let running: Promise<unknown> = Promise.all(processes.map(({ opsPort }) => opsPort && readMetrics(opsPort)));
  const timer = setInterval(() => (running = running.then(sample)), INTERVAL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await sample();
      return peaks;
    },
  };
}

/** Returns the resident memory of a process in MB. */
function residentMegabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}

const readMetrics = async (opsPort: number): Promise<string> =>
  (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();

const valueOf = (metrics: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0);
