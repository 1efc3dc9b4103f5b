import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { isUUID } from 'class-validator';
import type { RequestHandler } from 'express';
import type { DataSource } from 'typeorm';
import { fail } from '../api/errors';
import { uploadTooLarge } from './validate-upload';
import type { LocalStore } from './store/local-store';
import { StoredObject } from './stored-object.entity';

/** Handles the PUT request of a local upload URL. */
export function receiveUpload(dataSource: DataSource, store: LocalStore): RequestHandler {
  return async (req, res) => {
    const id = String(req.params['id']);
    const object =
      isUUID(id) && store.permits(req.originalUrl, id)
        ? await dataSource.manager.findOneBy(StoredObject, { id })
        : null;
    if (!object || object.state === 'deleting')
      throw fail('FORBIDDEN', 'This upload URL is invalid or has expired. Request a new one.');
    if (object.state !== 'pending') throw alreadyUsed();
    const maxBytes = object.size ?? MAX_UPLOAD_BYTES;
    if (Number(req.get('content-length')) > maxBytes) throw uploadTooLarge(maxBytes);

    const received = await store.receive(id, req, maxBytes);
    if (received === 'too large') throw uploadTooLarge(maxBytes);
    if (received === 'taken') throw alreadyUsed();
    const { affected } = await dataSource.manager.update(
      StoredObject,
      { id, state: 'pending' },
      { state: 'uploaded', size: await sizeOf(store, id) },
    );
    // The client was deleted meanwhile, or the upload was completed before this update.
    if (!affected && !(await dataSource.manager.existsBy(StoredObject, { id, state: 'published' }))) {
      await store.delete(id);
      throw alreadyUsed();
    }
    res.status(200).end();
  };
}

/** Returns the size of an upload, which now counts towards the client's storage quota. */
const sizeOf = async (store: LocalStore, id: string) => (await store.findUploaded(id))?.size ?? null;

function alreadyUsed() {
  return fail('CONFLICT', 'This upload URL was already used. Request a new one.');
}
