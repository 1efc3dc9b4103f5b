import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

/** Waits for changes of landing pages. */
export interface LandingWatch {
  /** Resolves at the next change or after `ms`. Behind a pooler that does not support LISTEN, always after `ms`. */
  next(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Listens for Postgres notifications on a separate connection, opened on first use and again when it breaks. */
export function watchLandingChanges(dataSource: DataSource): LandingWatch {
  let connection: Promise<Client | undefined> | undefined;
  let nextChange = new AbortController();

  async function listen(): Promise<Client | undefined> {
    const { url, applicationName } = dataSource.options as { url: string; applicationName?: string };
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    });
    const reset = () => void (connection = undefined);
    client.once('error', reset).once('end', reset);
    client.on('notification', () => {
      nextChange.abort();
      nextChange = new AbortController();
    });
    try {
      await client.connect();
      await client.query('LISTEN landing_changes');
      return client;
    } catch {
      reset();
      await client.end().catch(() => undefined);
      return undefined;
    }
  }

  return {
    async next(ms) {
      connection ??= listen();
      await delay(ms, undefined, { signal: nextChange.signal }).catch(() => undefined);
    },
    async stop() {
      await (await connection)?.end();
    },
  };
}
