import { eventually } from '@dripline/runtime/testing/eventually';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { postgresUser, type RunAs } from '@dripline/launcher/postgres/postgres-user';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';
import { FAULT_RUNS, expectExactlyOnce, seed, waitForFinalStatus } from '../harness/fault-runs';
import { readBlock } from '../harness/read-block';

jest.setTimeout(600_000);

const password = 'the password of the restored database';

/** A Postgres server with its tools, as the page expects it. */
class Server {
  readonly data: string;
  readonly backups: string;

  constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly programs: string,
    private readonly runAs: RunAs,
  ) {
    this.data = join(folder, 'data');
    this.backups = join(folder, 'backups');
  }

  get url(): string {
    return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${this.port}/dripline`;
  }

  /** Runs a block of the page after its settings, with the values of this server. Returns what it prints. */
  async run(name: string): Promise<string> {
    const values: Record<string, string> = {
      PATH: `${this.programs}:$PATH`,
      PGDATA: this.data,
      PGHOST: this.folder,
      PGPORT: String(this.port),
      BACKUPS: this.backups,
    };
    let settings = readBlock('settings');
    for (const [variable, value] of Object.entries(values)) {
      const setting = new RegExp(`(?<=\\b${variable}=)\\S+`);
      if (!setting.test(settings)) throw new Error(`The settings of the page have no ${variable}.`);
      settings = settings.replace(setting, () => value);
    }
    return this.execute(`${settings}\n${readBlock(name)}`);
  }

  /** Runs commands as the user of Postgres. */
  async execute(script: string): Promise<string> {
    const { prefix, user } = this.runAs;
    const [command = '', ...args] = [...prefix, 'bash', '--norc', '-euo', 'pipefail', '-c', script];
    const { stdout } = await promisify(execFile)(command, args, { ...user, cwd: '/' });
    return stdout.trim();
  }

  /** Creates an empty database, and starts the server. */
  async install(): Promise<void> {
    await writeFile(join(this.folder, 'password'), password);
    await this.execute(`mkdir '${this.backups}'`);
    const initdb = `'${this.programs}/initdb' --pgdata='${this.data}' --username=postgres --pwfile='${this.folder}/password'`;
    await this.execute(`${initdb} --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C`);
    await appendFile(
      join(this.data, 'postgresql.conf'),
      `port = ${this.port}\nunix_socket_directories = '${this.folder}'\nlog_min_error_statement = panic\nlog_error_verbosity = terse\n`,
    );
    await this.execute(`'${this.programs}/pg_ctl' start --pgdata='${this.data}' --log='${this.data}.log'`);
    await this.execute(
      `'${this.programs}/createdb' --host='${this.folder}' --port=${this.port} --username=postgres dripline`,
    );
  }

  async stop(): Promise<void> {
    await this.execute(`'${this.programs}/pg_ctl' stop --mode=immediate --pgdata='${this.data}'`);
  }
}

async function createServer(pgBaseBackup: string): Promise<Server> {
  const [port = 0] = await pickPorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'dripline-restore-'));
  return new Server(folder, port, dirname(pgBaseBackup), postgresUser(pgBaseBackup, folder));
}

const pgBaseBackup = process.env['PG_BASEBACKUP_PATH'];
if (!pgBaseBackup)
  process.stderr.write(
    `The restore is not tested: ${process.env['PG_BASEBACKUP_MISSING'] ?? 'run the tests with `npm test`'}\n`,
  );

(pgBaseBackup ? describe : describe.skip)(`a restore (${FAULT_RUNS} enrollments each, seed ${seed})`, () => {
  let server: Server;
  let harness: MessagingHarness;
  beforeAll(async () => {
    server = await createServer(pgBaseBackup!);
    await server.install();
    await server.run('archive');
    harness = await startMessagingHarness({ RECONCILE_SECONDS: '3', DATABASE_URL: server.url });
  });
  afterAll(async () => {
    await harness?.stop();
    await server.stop();
  });

  const queryColumn = async (sql: string, ...values: unknown[]) =>
    (await harness.db.query<{ value: unknown }>(sql, values)).rows.map(({ value }) => value);

  /** Waits until everything until now is in the archive, as Postgres does within five minutes. Nothing later gets there. */
  async function archiveLastTime(): Promise<void> {
    const [segment] = await queryColumn('SELECT pg_walfile_name(pg_switch_wal()) AS value');
    await eventually(async () =>
      expect(await queryColumn('SELECT last_archived_wal >= $1 AS value FROM pg_stat_archiver', segment)).toEqual([
        true,
      ]),
    );
    await rename(join(server.backups, 'wal'), join(server.backups, 'archived'));
  }

  async function loseDatabase(): Promise<void> {
    await server.stop();
    await rm(server.data, { recursive: true });
    await rename(join(server.backups, 'archived'), join(server.backups, 'wal'));
  }

  it('P9: each message is sent exactly once when the database is restored to a time before messages that were sent', async () => {
    await harness.setBehaviour({});
    // After the restored point in time, one client's leads get a message and complete, and the other's wait.
    const [completed, waiting] = [await harness.createSequence(3, 60), await harness.createSequence(3, 60)];
    const numbers = { completed: await completed.submit(FAULT_RUNS), waiting: await waiting.submit(FAULT_RUNS) };
    const allNumbers = [...numbers.completed, ...numbers.waiting];
    const erased = await waiting.submit(1);
    await waitForFinalStatus(harness, [...allNumbers, ...erased], 1);
    await server.run('base-backup');

    const archived = await harness.createSequence(1);
    const archivedNumbers = await archived.submit(FAULT_RUNS);
    for (const sequence of [completed, waiting]) await sequence.setNextDue(0);
    await waitForFinalStatus(harness, [...allNumbers, ...erased], 2);
    await waitForFinalStatus(harness, archivedNumbers, 1);
    await archiveLastTime();

    await completed.setNextDue(0);
    await waitForFinalStatus(harness, numbers.completed, 3);
    const forgotten = await waiting.submit(1);
    await waitForFinalStatus(harness, forgotten, 1);
    await harness.call('POST', `/api/clients/${waiting.clientId}/person/erase`, { phone: erased[0] });

    await loseDatabase();
    const startedAt = Date.now();
    await harness.restart(async () => {
      await server.run('restore');
      return readBlock('start');
    });
    process.stderr.write(`Restored, migrated and ready ${(Date.now() - startedAt) / 1_000} s after the loss.\n`);
    await server.run('base-backup');

    expect(
      await queryColumn('SELECT DISTINCT next_step AS value FROM enrollments WHERE client_id = $1', completed.clientId),
    ).toEqual([2]);
    const leads = await queryColumn('SELECT phone_e164 AS value FROM leads');
    expect(leads.sort()).toEqual([...allNumbers, ...archivedNumbers].sort());
    for (const sequence of [completed, waiting]) await sequence.setNextDue(0);
    await waitForFinalStatus(harness, allNumbers, 3);
    await expectExactlyOnce(harness, allNumbers, 3);
    await expectExactlyOnce(harness, archivedNumbers, 1);
    const bodies = async (recipients: string[]) => (await harness.deliveryRecords(recipients))[0]?.bodies;
    // The lead that came after the restored point in time is lost, and gets no second message.
    expect(await bodies(forgotten)).toEqual(['Step 0']);
    // The person who was erased after it is erased again, and gets no third message.
    expect(await bodies(erased)).toEqual(['Step 0', 'Step 1']);
    expect(await harness.call('POST', `/api/clients/${waiting.clientId}/person`, { phone: erased[0] })).toMatchObject({
      leads: [],
    });
  });
});
