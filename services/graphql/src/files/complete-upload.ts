import { VIDEO_TYPES } from '@dripline/contract/media-types';
import { isUUID } from 'class-validator';
import type { GraphQLError } from 'graphql';
import { In } from 'typeorm';
import { authorizeDashboard } from '../access/access';
import type { Context } from '../api/context';
import { fieldError, fail } from '../api/errors';
import { uploaderOf } from './create-upload';
import { File } from './file.entity';
import { urlFileName, cleanFileName } from './file-name';
import { validateUpload } from './validate-upload';
import { HEAD_LENGTH } from './detect-media-type';
import { renderObject } from './images/render-object';
import { storageQuotaExceeded, reserveStorageQuota } from './reserve-storage-quota';
import { StoredObject } from './stored-object.entity';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import type { CompletedUpload, CompleteUploadInput } from './upload.types';

/**
 * Completes an upload: validates and publishes it, and adds it to a client's files if one is given. Deletes invalid
 * uploads.
 */
export async function completeUpload(ctx: Context, input: CompleteUploadInput): Promise<CompletedUpload> {
  const object = await findOwnUpload(ctx, input);
  const originalName = cleanFileName(input.fileName);
  if (originalName === '') throw fieldError('fileName', 'File name is required.');
  const uploaded = await ctx.objectStore.findUploaded(object.id);
  if (!uploaded) throw fieldError('objectURL', 'Nothing was uploaded to this URL yet. Upload the file first.');

  const actual = { size: uploaded.size, head: await uploaded.head(HEAD_LENGTH) };
  const validation = validateUpload(actual, input, object.size ?? undefined);
  if ('error' in validation) return rejectUpload(ctx, object, validation.error);
  // Without a client, the upload is for a landing page, which must be able to show it.
  if (input.clientId == null && isUnplayableVideo(validation.mimeType))
    return rejectUpload(ctx, object, unplayableVideo());
  const clientId = input.clientId ?? object.clientId;
  const isWithinQuota =
    clientId === null ||
    (await ctx.dataSource.transaction((db) => reserveStorageQuota(db, object.id, clientId, uploaded.size)));
  if (!isWithinQuota) return rejectUpload(ctx, object, storageQuotaExceeded());
  await uploaded.publish();
  const published = await ctx.dataSource.transaction(async (db) => {
    const objectPath = `/objects/${object.id}/${urlFileName(originalName)}`;
    const properties = { size: uploaded.size, mimeType: validation.mimeType };
    const { affected } = await db.update(
      StoredObject,
      { id: object.id, state: In(['pending', 'uploaded']) },
      { state: 'published', path: objectPath, clientId, ...properties },
    );
    if (!affected) throw alreadyUsed();
    if (input.clientId == null) return { objectPath, file: null };
    const { id } = await db.save(
      db.create(File, {
        clientId: input.clientId,
        originalName,
        fileSize: properties.size,
        mimeType: properties.mimeType,
        objectPath,
      }),
    );
    return { objectPath, file: await db.findOneByOrFail(File, { id }) };
  });
  if (input.clientId == null) await renderOrReject(ctx, object);
  return published;
}

const isUnplayableVideo = (mimeType: string) => mimeType.startsWith('video/') && !VIDEO_TYPES.includes(mimeType);

function unplayableVideo(): GraphQLError {
  const message = 'Browsers cannot play this video. Choose an MP4, WebM, QuickTime or Ogg video.';
  return fail('UNSUPPORTED_MEDIA_TYPE', message, { fields: { mimeType: message } });
}

async function renderOrReject(ctx: Context, object: StoredObject): Promise<void> {
  try {
    await renderObject(ctx, object);
  } catch (error) {
    await deletePublished(ctx, object);
    throw fail('UNSUPPORTED_MEDIA_TYPE', (error as Error).message, { fields: { objectURL: (error as Error).message } });
  }
}

/** Marks an invalid upload for deletion and throws its error. */
async function rejectUpload(ctx: Context, { id }: StoredObject, error: GraphQLError): Promise<never> {
  await ctx.dataSource.manager.update(StoredObject, { id, state: In(['pending', 'uploaded']) }, { state: 'deleting' });
  void deleteMarkedObjects(ctx);
  throw error;
}

/** Marks a published upload for deletion whose path was not returned to anybody yet. */
async function deletePublished(ctx: Context, { id }: StoredObject): Promise<void> {
  await ctx.dataSource.manager.update(StoredObject, { id }, { state: 'deleting' });
  void deleteMarkedObjects(ctx);
}

/**
 * Finds the caller's upload by its URL. The URL is only compared, never fetched or resolved, so any other spelling is
 * rejected.
 */
async function findOwnUpload(ctx: Context, { objectURL, clientId }: CompleteUploadInput): Promise<StoredObject> {
  if (clientId != null) await authorizeDashboard(ctx, clientId);
  const { uploadPrefix } = ctx.objectStore;
  const [address = ''] = objectURL.split('?');
  const id = address.startsWith(uploadPrefix) ? address.slice(uploadPrefix.length) : '';
  const object = isUUID(id) ? await ctx.dataSource.manager.findOneBy(StoredObject, { id }) : null;
  const isOwn =
    object?.uploader === uploaderOf(ctx.actor) &&
    (clientId == null || object.clientId === null || object.clientId === clientId);
  if (!object || !isOwn || object.state === 'deleting')
    throw fieldError('objectURL', 'objectURL must be one of your upload URLs.');
  if (object.state === 'published') throw alreadyUsed();
  return object;
}

function alreadyUsed() {
  return fail('CONFLICT', 'This upload was already completed.');
}
