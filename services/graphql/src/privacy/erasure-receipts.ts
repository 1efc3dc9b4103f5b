import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { DataSource, EntityManager } from 'typeorm';
import { asSystem } from '../access/scope';
import type { ObjectStore } from '../files/store/object-store';
import { log } from '../telemetry/log';
import { erasePerson } from './erase-person';
import { findLeadIds, findSpamLeadIds, type PersonQuery } from './find-person';
import type { ErasedPerson } from './person.types';

/** How long receipts are kept, in days. They must be kept at least as long as backups. */
const RECEIPT_DAYS = 400;
const PAGE = 100;
const PREFIX = 'erasure-';

interface ReceiptDependencies {
  dataSource: DataSource;
  objectStore: ObjectStore;
}

/**
 * Records an erasure in the object store, because a backup of the database may be older. It contains keyed hashes (the
 * SQL function `number_hash`) of what identifies the person, and the ids of what was erased.
 */
interface Receipt {
  id: string;
  erasedAt: string;
  clientId: string;
  phoneHash: string | null;
  phoneE164Hash: string | null;
  emailHash: string | null;
  recordIds: string[];
}

/**
 * Erases a person, and stores a receipt first, so that no erasure is without one. Throws UNAVAILABLE, and erases
 * nothing, if the object store cannot be reached.
 */
export async function eraseWithReceipt(
  { dataSource, objectStore }: ReceiptDependencies,
  person: PersonQuery,
): Promise<ErasedPerson> {
  const receipt = await createReceipt(dataSource.manager, person);
  await objectStore.put(PREFIX + receipt.id, Buffer.from(JSON.stringify(receipt)));
  let isErased = false;
  try {
    return await dataSource.transaction(async (db) => {
      await db.query('INSERT INTO erasures (id, client_id, erased_at) VALUES ($1, $2, $3)', [
        receipt.id,
        receipt.clientId,
        receipt.erasedAt,
      ]);
      const erased = await erasePerson(db, person);
      isErased = true;
      return erased;
    });
  } catch (error) {
    // A commit without an answer may have succeeded.
    if (!isErased) await objectStore.delete(PREFIX + receipt.id).catch(() => undefined);
    throw error;
  }
}

async function createReceipt(db: EntityManager, person: PersonQuery): Promise<Receipt> {
  const [hashes] = await db.query<Pick<Receipt, 'phoneHash' | 'phoneE164Hash' | 'emailHash'>[]>(
    `SELECT encode(number_hash($1), 'hex') AS "phoneHash", encode(number_hash($2), 'hex') AS "phoneE164Hash",
       encode(number_hash(lower($3)), 'hex') AS "emailHash"`,
    [person.phone, person.phoneE164, person.email],
  );
  const recordIds = [...(await findLeadIds(db, person)), ...(await findSpamLeadIds(db, person))];
  return { id: randomUUID(), erasedAt: new Date().toISOString(), clientId: person.clientId, ...hashes!, recordIds };
}

/**
 * Applies the erasures again that a restored database does not contain. Throws UNAVAILABLE if the object store cannot be
 * reached.
 */
export function reapplyErasures({ dataSource, objectStore }: ReceiptDependencies): Promise<void> {
  return asSystem(async () => {
    let count = 0;
    for await (const name of objectStore.list(PREFIX)) {
      const body = await objectStore.read(name);
      // Another replica may have deleted it meanwhile.
      if (body && (await reapply(dataSource, JSON.parse(await text(body)) as Receipt))) count += 1;
    }
    log.info({ count }, 'erasures that the restored database did not contain were applied again');
  });
}

/** Returns false if the database contains the erasure. */
function reapply(dataSource: DataSource, receipt: Receipt): Promise<boolean> {
  return dataSource.transaction(async (db) => {
    // Hashing the numbers of a large client takes longer than a request may, and other replicas wait for it.
    await db.query('SET LOCAL statement_timeout = 0');
    await db.query('SET LOCAL lock_timeout = 0');
    const [missing] = await db.query<unknown[]>(
      'INSERT INTO erasures (id, client_id, erased_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id',
      [receipt.id, receipt.clientId, receipt.erasedAt],
    );
    if (missing) await erasePerson(db, await findPersonOf(db, receipt));
    return missing !== undefined;
  });
}

/** Finds the phone numbers and the email address of a receipt among those that the client stores. */
async function findPersonOf(
  db: EntityManager,
  { clientId, phoneHash, phoneE164Hash, emailHash, recordIds }: Receipt,
): Promise<PersonQuery> {
  const [found] = await db.query<Pick<PersonQuery, 'phone' | 'phoneE164' | 'email'>[]>(
    `WITH stored (value) AS (
       SELECT unnest(ARRAY[phone, phone_e164, lower(email)]) FROM leads WHERE client_id = $1
       UNION SELECT unnest(ARRAY[phone, phone_e164, lower(email)]) FROM spam_leads WHERE client_id = $1
       UNION SELECT unnest(ARRAY[phone_e164, lower(email)]) FROM lead_import_rows WHERE client_id = $1
       UNION SELECT to_e164 FROM sms_messages WHERE client_id = $1
       UNION SELECT to_e164 FROM enrollments WHERE client_id = $1
       UNION SELECT phone_e164 FROM consents WHERE client_id = $1
     ), hashed (value, hash) AS MATERIALIZED (SELECT value, encode(number_hash(value), 'hex') FROM stored WHERE value IS NOT NULL)
     SELECT max(value) FILTER (WHERE hash = $2) AS phone, max(value) FILTER (WHERE hash = $3) AS "phoneE164",
       max(value) FILTER (WHERE hash = $4) AS email FROM hashed`,
    [clientId, phoneHash, phoneE164Hash, emailHash],
  );
  return { clientId, ...found!, recordIds };
}

/** Deletes receipts that are older than backups. */
export async function deleteOldReceipts(
  { dataSource, objectStore }: ReceiptDependencies,
  signal: AbortSignal,
): Promise<void> {
  for (let count = PAGE; count === PAGE && !signal.aborted;) {
    const old = await dataSource.query<{ id: string }[]>(
      'SELECT id FROM erasures WHERE erased_at < now() - make_interval(days => $1) ORDER BY erased_at LIMIT $2',
      [RECEIPT_DAYS, PAGE],
    );
    for (const { id } of old) await objectStore.delete(PREFIX + id);
    await dataSource.query('DELETE FROM erasures WHERE id = ANY ($1)', [old.map(({ id }) => id)]);
    count = old.length;
  }
}
