import { isUUID } from 'class-validator';
import type { GraphQLError } from 'graphql';
import { In } from 'typeorm';
import { openDashboard } from '../access/access';
import type { Context } from '../api/context';
import { badField, fail } from '../api/errors';
import { askerOf } from './create-upload';
import { File } from './file.entity';
import { addressName, cleanFileName } from './file-name';
import { judgeUpload } from './validate-upload';
import { HEAD_LENGTH } from './media-types';
import { renderObject } from './images/render-object';
import { noRoom, reserveRoom } from './reserve-quota';
import { StoredObject } from './stored-object.entity';
import { removeDoomed } from '../jobs/sweep-objects';
import type { PlacedObject, SetObjectPathInput } from './upload.types';

/** Checks what was really uploaded, gives it its public path, and adds it to a client's files where one is named. What may not stay is removed. */
export async function setObjectPath(ctx: Context, input: SetObjectPathInput): Promise<PlacedObject> {
  const object = await findOwnUpload(ctx, input);
  const originalName = cleanFileName(input.fileName);
  if (originalName === '') throw badField('fileName', 'File name is required');
  const uploaded = await ctx.objectStore.findUploaded(object.id);
  if (!uploaded) throw badField('objectURL', 'Nothing was uploaded there yet');

  const verdict = judgeUpload({ size: uploaded.size, head: await uploaded.head(HEAD_LENGTH) }, input);
  if ('refusal' in verdict) return refuse(ctx, object, verdict.refusal);
  const clientId = input.clientId ?? object.clientId;
  const fits =
    clientId === null ||
    (await ctx.dataSource.transaction((db) => reserveRoom(db, object.id, clientId, uploaded.size)));
  if (!fits) return refuse(ctx, object, noRoom());
  await uploaded.publish();
  const placed = await ctx.dataSource.transaction(async (db) => {
    const objectPath = `/objects/${object.id}/${addressName(originalName)}`;
    const facts = { size: uploaded.size, mimeType: verdict.mimeType };
    const { affected } = await db.update(
      StoredObject,
      { id: object.id, state: In(['awaited', 'received']) },
      { state: 'stored', path: objectPath, clientId, ...facts },
    );
    if (!affected) throw alreadyUsed();
    if (input.clientId == null) return { objectPath, file: null };
    const { id } = await db.save(
      db.create(File, {
        clientId: input.clientId,
        originalName,
        fileSize: facts.size,
        mimeType: facts.mimeType,
        objectPath,
      }),
    );
    return { objectPath, file: await db.findOneByOrFail(File, { id }) };
  });
  // A file may be anything; an image without a client is to be shown on a page.
  if (input.clientId == null) await renderOrRefuse(ctx, object);
  return placed;
}

async function renderOrRefuse(ctx: Context, object: StoredObject): Promise<void> {
  try {
    await renderObject(ctx, object);
  } catch (error) {
    await doomUnseen(ctx, object);
    throw fail('UNSUPPORTED_MEDIA_TYPE', (error as Error).message, { fields: { objectURL: (error as Error).message } });
  }
}

/** Nothing of a refused upload stays. */
async function refuse(ctx: Context, { id }: StoredObject, refusal: GraphQLError): Promise<never> {
  await ctx.dataSource.manager.update(StoredObject, { id, state: In(['awaited', 'received']) }, { state: 'doomed' });
  void removeDoomed(ctx);
  throw refusal;
}

/** The same for one that was stored already, and whose path nobody knows. */
async function doomUnseen(ctx: Context, { id }: StoredObject): Promise<void> {
  await ctx.dataSource.manager.update(StoredObject, { id }, { state: 'doomed' });
  void removeDoomed(ctx);
}

/** The upload that an address names. It is compared, never fetched nor resolved: any other spelling of it is as foreign as another host. */
async function findOwnUpload(ctx: Context, { objectURL, clientId }: SetObjectPathInput): Promise<StoredObject> {
  if (clientId != null) await openDashboard(ctx, clientId);
  const { uploadPrefix } = ctx.objectStore;
  const [address = ''] = objectURL.split('?');
  const id = address.startsWith(uploadPrefix) ? address.slice(uploadPrefix.length) : '';
  const object = isUUID(id) ? await ctx.dataSource.manager.findOneBy(StoredObject, { id }) : null;
  const isOwn =
    object?.askedBy === askerOf(ctx.actor) &&
    (clientId == null || object.clientId === null || object.clientId === clientId);
  if (!object || !isOwn || object.state === 'doomed')
    throw badField('objectURL', 'This is not an upload address of yours');
  if (object.state === 'stored') throw alreadyUsed();
  return object;
}

function alreadyUsed() {
  return fail('CONFLICT', 'This upload was already used');
}
