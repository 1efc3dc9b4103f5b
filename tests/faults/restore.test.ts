import { execFileSync } from 'node:child_process';
import { cp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTextingStage, type TextingStage } from '../harness/messaging-harness';
import { COUNT, expectOnce, seed, untilSettled } from '../harness/fault-runs';

jest.setTimeout(600_000);

interface Backup {
  /** Where the database keeps its files. */
  home: string;
  /** The moment that the copy is of. */
  at: Date;
}

/**
 * Copies the running database as `pg_basebackup` does (PostgreSQL's manual, 'Making a Base Backup Using the Low Level API'): its files between start and stop, the
 * log after that, and the label.
 */
async function backUp({ db }: TextingStage, to: string): Promise<Backup> {
  const session = await db.connect();
  const home = (await session.query<{ data_directory: string }>('SHOW data_directory')).rows[0]!.data_directory;
  await session.query(`SELECT pg_backup_start('drill', fast => true)`);
  const isCopied = (path: string) => !/postmaster\.(pid|opts)$|pg_wal\/./.test(path);
  await cp(home, to, { recursive: true, preserveTimestamps: true, filter: isCopied });
  const { rows } = await session.query<{ labelfile: string; at: Date }>(
    'SELECT labelfile, now() AS at FROM pg_backup_stop(wait_for_archive => false)',
  );
  session.release();
  await cp(join(home, 'pg_wal'), join(to, 'pg_wal'), { recursive: true });
  await writeFile(join(to, 'backup_label'), rows[0]!.labelfile);
  await giveToOwner(home, to);
  return { home, at: rows[0]!.at };
}

/** The database may run as a user of its own. */
async function giveToOwner(of: string, to: string): Promise<void> {
  const { uid, gid } = await stat(of);
  execFileSync('chown', ['-R', `${uid}:${gid}`, to]);
}

describe(`a restore (${COUNT} enrollments each, seed ${seed})`, () => {
  let stage: TextingStage;
  beforeAll(async () => void (stage = await startTextingStage({ RECONCILE_SECONDS: '3' })));
  afterAll(() => stage?.stop());

  it('P9: the database goes back to before texts that went: none goes twice, none is left out, Temporal being ahead', async () => {
    await stage.behave({});
    // Those of one client get two texts after the backup and are over, those of the other get one and wait.
    const [over, waiting] = [await stage.sequence(3, 60), await stage.sequence(3, 60)];
    const numbers = { over: await over.submit(COUNT), waiting: await waiting.submit(COUNT) };
    const all = [...numbers.over, ...numbers.waiting];
    await untilSettled(stage, all, 1);
    const backup = join(stage.stack.dataDir, 'backup');
    const { home, at } = await backUp(stage, backup);

    for (const sequence of [over, waiting]) await sequence.dueIn(0);
    await untilSettled(stage, all, 2);
    await over.dueIn(0);
    await untilSettled(stage, numbers.over, 3);
    const lost = await waiting.submit(1);
    await untilSettled(stage, lost, 1);

    await stage.restart(
      async () => {
        await rm(home, { recursive: true });
        await cp(backup, home, { recursive: true, preserveTimestamps: true });
        await giveToOwner(backup, home);
      },
      { DATABASE_RESTORED_AT: at.toISOString() },
    );
    expect((await stage.db.query('SELECT DISTINCT next_step FROM enrollments')).rows).toEqual([{ next_step: 1 }]);
    for (const step of [2, 3]) {
      for (const sequence of [over, waiting]) await sequence.dueIn(0);
      await untilSettled(stage, all, step);
    }
    await expectOnce(stage, all, 3);
    // Whoever came after the backup is not known any more; what they were sent stays one text.
    expect((await stage.verdicts(lost))[0]?.bodies).toEqual(['Step 0']);
  });
});
