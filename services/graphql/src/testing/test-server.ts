import { SignInClientDocument, SignInDocument } from './operations/generated';
import { request } from '@dripline/runtime/http/request';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DataSource } from 'typeorm';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Settings } from '../api/context';
import { LocalStore } from '../files/store/local-store';
import type { ObjectStore } from '../files/store/object-store';
import { connectWithRowSecurity } from '../database/data-source';
import { asSystem } from '../access/scope';
import { doPage } from '../outbox/bulk-work';
import { claimEntries } from '../outbox/outbox-queue';
import { createServer } from '../server';
import { ensureAdmin } from '../sessions/admins/ensure-admin';
import { createTestDatabase, NUMBER_HASH_KEY } from './test-database';

/** Sends an operation as one actor. */
export type Caller = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  headers?: Record<string, string>,
) => Promise<Data>;

/** A GraphQL server in the test process. */
export interface TestServer {
  url: string;
  /** The URL of the internal schema. */
  internalUrl: string;
  /** The owner's connection, which row-level security does not restrict. */
  dataSource: DataSource;
  /** The server's connections, which row-level security restricts. */
  scopedDataSource: DataSource;
  objectStore: ObjectStore;
  /** The folder of the default object store. */
  objectFolder: string;
  /** Returns how often the outbox relay was woken. */
  relayWakeups(): number;
  visitor: Caller;
  /** The worker. */
  service: Caller;
  /** An administrator who is signed in with a real session. */
  admin: Caller;
  signInClient(username: string, password: string): Promise<Caller>;
  /** Does the work on many rows that is in the outbox. Callers wait for it where the server would wake the relay. */
  doBulkWork(): Promise<void>;
  /** Starts another server on the same database, with its own connections. */
  replica(): Promise<{ url: string; internalUrl: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

export const WORKER_TOKEN = 'worker-token-of-the-tests';
export const LANDING_TOKEN = 'landing-token-of-the-tests';
export const ADMIN = { username: 'admin', password: 'correct horse battery' };

// A busy machine may take seconds to start a Postgres backend, which says nothing about the code under test.
const patientPool = { connectionTimeoutMillis: 30_000 };

/** The settings of a test server. */
export const settings: Settings = {
  publicUrl: 'http://localhost:8080',
  productName: 'Dripline',
  phoneCountry: 'US',
  messageCountries: ['US', 'CA'],
  timeZone: 'America/New_York',
  requireClientLogin: false,
  adminSecondFactorDays: null,
  rateLimits: true,
  evidenceYears: 5,
  // Tests send to the same number often.
  numberLimits: { hour: 1_000, day: 1_000 },
  playground: 'on',
  minFillSeconds: 2,
  databaseRestoredAt: null,
  trustProxyHops: 1,
  workerToken: WORKER_TOKEN,
  landingToken: LANDING_TOKEN,
  sessionSecret: 'session-secret-of-the-tests',
  previousSessionSecret: null,
  webhookAllowPrivate: false,
  sendsEmail: true,
  smsProvider: 'log',
  twilioAuthTokens: [],
};

/**
 * Starts the real server in this process, on its own Postgres database. Temporal is left out, so the calls to it stay in
 * the outbox.
 */
export async function startTestServer(
  more: Partial<Settings> = {},
  store?: ObjectStore,
  options: { checkAccessMs?: number } = {},
): Promise<TestServer> {
  const database = await createTestDatabase();
  const { dataSource } = database;
  await ensureAdmin(dataSource, ADMIN.username, ADMIN.password);
  let wakeups = 0;
  const outboxRelay = {
    wake() {
      wakeups += 1;
      void doBulkWork();
    },
    isReachable: () => true,
  };
  let bulkWork = Promise.resolve();
  const doBulkWork = () => (bulkWork = bulkWork.then(() => asSystem(doAllPages)));
  async function doAllPages(): Promise<void> {
    for (;;) {
      const entries = await claimEntries(service, true, 100);
      for (const entry of entries) await doPage({ dataSource: service, phones: settings, objectStore }, entry);
      if (entries.length === 0) return;
    }
  }
  const objectFolder = mkdtempSync(path.join(tmpdir(), 'dripline-objects-'));
  const objectStore =
    store ?? new LocalStore({ folder: objectFolder, publicUrl: settings.publicUrl, secret: settings.sessionSecret });
  const start = (source: DataSource) =>
    createServer(
      { dataSource: source, settings: { ...settings, ...more }, outboxRelay, objectStore, ...options },
      { port: 0, internalPort: 0, host: '127.0.0.1' },
    );
  const service = await connectWithRowSecurity(database.serviceUrl, NUMBER_HASH_KEY, patientPool);
  const server = await start(service);
  const urlsOf = ({ port, internalPort }: typeof server) => ({
    url: `http://127.0.0.1:${port}/graphql`,
    internalUrl: `http://127.0.0.1:${internalPort}/graphql`,
  });
  const { url, internalUrl } = urlsOf(server);
  const as =
    (always: Record<string, string>, endpoint = url): Caller =>
    async (document, variables, headers = {}) => {
      const { data } = await request(endpoint, document, variables, { headers: { ...always, ...headers } });
      await bulkWork;
      return data;
    };
  const signedIn = async (
    document: typeof SignInDocument | typeof SignInClientDocument,
    username: string,
    password: string,
  ) => {
    const { headers } = await request(url, document as typeof SignInDocument, { username, password });
    return as({ cookie: headers.getSetCookie()[0]!.split(';')[0]! });
  };
  return {
    ...{ url, internalUrl },
    dataSource,
    scopedDataSource: service,
    objectStore,
    objectFolder,
    relayWakeups: () => wakeups,
    visitor: as({}),
    service: as({ authorization: `Bearer ${WORKER_TOKEN}` }, internalUrl),
    admin: await signedIn(SignInDocument, ADMIN.username, ADMIN.password),
    signInClient: (username, password) => signedIn(SignInClientDocument, username, password),
    doBulkWork,
    async replica() {
      const source = await connectWithRowSecurity(database.serviceUrl, NUMBER_HASH_KEY, patientPool);
      const other = await start(source);
      return {
        ...urlsOf(other),
        stop: async () => {
          await other.stop();
          await source.destroy();
        },
      };
    },
    async stop() {
      await server.stop();
      await bulkWork;
      await service.destroy();
      await database.drop();
      rmSync(objectFolder, { recursive: true, force: true });
    },
  };
}
