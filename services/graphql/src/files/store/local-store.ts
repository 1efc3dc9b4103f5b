import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { access, type FileHandle, link, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ByteRange,
  type ObjectStore,
  uploadReplaced,
  type UploadTerms,
  type UploadedObject,
  type SignedUpload,
} from './object-store';

export interface LocalStoreOptions {
  folder: string;
  publicUrl: string;
  /** Signs upload URLs. */
  secret: string;
}

/** The outcome of receiving an upload. */
export type ReceiveResult = 'uploaded' | 'too large' | 'taken';

const UPLOAD_PATH = '/objects/upload/';

/** Stores objects in a local folder. */
export class LocalStore implements ObjectStore {
  readonly uploadPrefix: string;

  constructor(private readonly options: LocalStoreOptions) {
    this.uploadPrefix = `${options.publicUrl}${UPLOAD_PATH}`;
    for (const place of ['pending', 'public'])
      mkdirSync(path.join(options.folder, place), { recursive: true, mode: 0o700 });
  }

  createUpload(id: string, { expiresAt }: UploadTerms): Promise<SignedUpload> {
    return Promise.resolve({
      uploadURL: `${this.options.publicUrl}${this.address(id, expiresAt.getTime())}`,
      headers: {},
    });
  }

  /** Returns whether a path with its query has a valid signature of this store and has not expired. */
  permits(address: string, id: string): boolean {
    const expires = Number(/\?expires=(\d{1,15})&/.exec(address)?.[1]);
    const [actual, expected] = [Buffer.from(address), Buffer.from(this.address(id, expires))];
    return actual.length === expected.length && timingSafeEqual(actual, expected) && Date.now() < expires;
  }

  /** Streams an upload to disk. An aborted upload, or one over `maxBytes`, leaves no file behind. */
  async receive(id: string, body: Readable, maxBytes: number): Promise<ReceiveResult> {
    if (await exists(this.at('pending', id))) return 'taken';
    const partial = this.at('pending', `${id}.part`);
    const handle = await open(partial, 'wx', 0o600).catch(recoverFrom('EEXIST'));
    if (!handle) return 'taken';
    try {
      const isWithinLimit = await copy(body, handle, maxBytes);
      if (!isWithinLimit) return 'too large';
      await handle.sync();
      // Unlike a rename, a link never replaces an existing file.
      return await link(partial, this.at('pending', id)).then(
        () => 'uploaded' as const,
        recoverFrom('EEXIST', 'taken' as const),
      );
    } finally {
      await handle.close();
      await rm(partial, { force: true });
    }
  }

  async findUploaded(id: string): Promise<UploadedObject | null> {
    for (const place of ['pending', 'public'] as const) {
      const file = this.at(place, id);
      const found = await stat(file).catch(recoverFrom('ENOENT'));
      if (found)
        return {
          size: found.size,
          head: (length) => readHead(file, length),
          publish: () => rename(file, this.at('public', id)).catch(throwReplaced),
        };
    }
    return null;
  }

  async put(id: string, body: Buffer): Promise<void> {
    const partial = this.at('pending', `${id}.part`);
    await writeFile(partial, body, { mode: 0o600, flush: true });
    await rename(partial, this.at('public', id));
  }

  createReadUrl(): Promise<null> {
    return Promise.resolve(null);
  }

  async read(id: string, range?: ByteRange): Promise<Readable | null> {
    const handle = await open(this.at('public', id)).catch(recoverFrom('ENOENT'));
    return handle?.createReadStream(range) ?? null;
  }

  async *list(prefix: string): AsyncIterable<string> {
    const names = await readdir(path.join(this.options.folder, 'public'));
    yield* names.filter((name) => name.startsWith(prefix));
  }

  clearPending(id: string): Promise<void> {
    return rm(this.at('pending', id), { force: true });
  }

  async delete(id: string): Promise<void> {
    await Promise.all([
      this.clearPending(id),
      this.clearPending(`${id}.part`),
      rm(this.at('public', id), { force: true }),
    ]);
  }

  private at(place: 'pending' | 'public', name: string): string {
    return path.join(this.options.folder, place, name);
  }

  private address(id: string, expires: number): string {
    const signature = createHmac('sha256', this.options.secret)
      .update(`PUT\n${UPLOAD_PATH}${id}\n${expires}`)
      .digest('hex');
    return `${UPLOAD_PATH}${id}?expires=${expires}&signature=${signature}`;
  }
}

/** Copies a stream to a file. Returns false if it exceeds the limit. The source stays open for the response. */
async function copy(body: Readable, handle: FileHandle, maxBytes: number): Promise<boolean> {
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return false;
    await handle.writeFile(chunk);
  }
  return true;
}

async function readHead(file: string, length: number): Promise<Buffer> {
  const handle = await open(file).catch(throwReplaced);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Converts the error of a file that another request moved meanwhile. */
function throwReplaced(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? uploadReplaced() : error;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Returns a catch handler that replaces an error with this code by `instead`. */
function recoverFrom<Fallback = null>(code: string, fallback: Fallback = null as Fallback) {
  return (error: NodeJS.ErrnoException): Fallback => {
    if (error.code !== code) throw error;
    return fallback;
  };
}
