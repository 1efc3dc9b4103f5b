import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

/** Hears when landing pages change. */
export interface LandingWatch {
  /** Resolves at the next change, or after so long. Without a connection that can listen, as behind some poolers, always after so long. */
  next(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Listens on a connection of its own, made when somebody first waits and made anew when it broke. */
export function watchLanding(dataSource: DataSource): LandingWatch {
  let listening: Promise<Client | undefined> | undefined;
  let heard = new AbortController();

  async function listen(): Promise<Client | undefined> {
    const { url, applicationName } = dataSource.options as { url: string; applicationName?: string };
    const client = new Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    });
    const lose = () => void (listening = undefined);
    client.once('error', lose).once('end', lose);
    client.on('notification', () => {
      heard.abort();
      heard = new AbortController();
    });
    try {
      await client.connect();
      await client.query('LISTEN landing_changes');
      return client;
    } catch {
      lose();
      await client.end().catch(() => undefined);
      return undefined;
    }
  }

  return {
    async next(ms) {
      listening ??= listen();
      await delay(ms, undefined, { signal: heard.signal }).catch(() => undefined);
    },
    async stop() {
      await (await listening)?.end();
    },
  };
}
