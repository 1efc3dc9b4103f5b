import { SignInDocument } from './operations/generated';
import { ContractError, request } from '@dripline/runtime/http/request';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureAdmin } from '../sessions/admins/ensure-admin';
import { type ChildServer, startChildServer } from './child-server';
import { createTestDatabase, type TestDatabase } from './test-database';
import { ADMIN, type Caller } from './test-server';

/** Two servers on one database, between which calls alternate. */
export interface ServerPair {
  database: TestDatabase;
  admin: Caller;
  visitor: Caller;
  /** The administrator at a third, idle server. */
  idleServerAdmin: Caller;
  /** Returns how many calls got no response and were retried. */
  retriedCalls(): number;
  /** Kills one of the two servers with SIGKILL and restarts it. */
  crash(which: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts two servers in their own processes on one database. Calls alternate between them, and a call without a
 * response is retried at the other.
 */
export async function startServerPair(more: Record<string, string> = {}): Promise<ServerPair> {
  const database = await createTestDatabase();
  await ensureAdmin(database.dataSource, ADMIN.username, ADMIN.password);
  const start = () =>
    startChildServer({
      DATABASE_URL: database.serviceUrl,
      RATE_LIMITS: 'off',
      ...more,
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'dripline-data-')),
    });
  const [one, other, third] = await Promise.all([start(), start(), start()]);
  const servers: [ChildServer, ChildServer] = [one, other];
  let turn = 0;
  let unanswered = 0;
  const as =
    (defaultHeaders: Record<string, string>): Caller =>
    async (document, variables, headers = {}) => {
      for (;;) {
        const { url } = servers[(turn += 1) % 2]!;
        try {
          return (await request(url, document, variables, { headers: { ...defaultHeaders, ...headers } })).data;
        } catch (error) {
          if (!(error instanceof ContractError) || error.code !== 'UNAVAILABLE') throw error;
          unanswered += 1;
          // Spread the retries out.
          await delay(Math.random() * 500);
        }
      }
    };
  const { headers } = await request(third.url, SignInDocument, ADMIN);
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
  return {
    database,
    admin: as({ cookie }),
    visitor: as({}),
    idleServerAdmin: async (document, variables) =>
      (await request(third.url, document, variables, { headers: { cookie } })).data,
    retriedCalls: () => unanswered,
    async crash(which) {
      await servers[which].kill();
      servers[which] = await start();
    },
    async stop() {
      await Promise.all([...servers, third].map((server) => server.stop()));
      await database.drop();
    },
  };
}
