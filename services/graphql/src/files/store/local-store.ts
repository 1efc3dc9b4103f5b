import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { access, type FileHandle, link, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ByteRange,
  type ObjectStore,
  replaced,
  type TicketTerms,
  type UploadedObject,
  type UploadTicket,
} from './object-store';

export interface LocalStoreOptions {
  folder: string;
  publicUrl: string;
  /** Signs upload addresses. */
  secret: string;
}

/** How a PUT ended. */
export type Received = 'received' | 'too large' | 'taken';

const UPLOAD_PATH = '/objects/upload/';

/** Objects in a folder of this machine. */
export class LocalStore implements ObjectStore {
  readonly uploadPrefix: string;

  constructor(private readonly options: LocalStoreOptions) {
    this.uploadPrefix = `${options.publicUrl}${UPLOAD_PATH}`;
    for (const place of ['pending', 'public'])
      mkdirSync(path.join(options.folder, place), { recursive: true, mode: 0o700 });
  }

  createUpload(id: string, { expiresAt }: TicketTerms): Promise<UploadTicket> {
    return Promise.resolve({
      uploadURL: `${this.options.publicUrl}${this.address(id, expiresAt.getTime())}`,
      headers: {},
    });
  }

  /** Whether this path with its query was signed here and still holds; nothing in it may be changed or added. */
  permits(address: string, id: string): boolean {
    const expires = Number(/\?expires=(\d{1,15})&/.exec(address)?.[1]);
    const [given, ours] = [Buffer.from(address), Buffer.from(this.address(id, expires))];
    return given.length === ours.length && timingSafeEqual(given, ours) && Date.now() < expires;
  }

  /** Streams a body to disk; what breaks off or grows too large leaves nothing behind. */
  async receive(id: string, body: Readable): Promise<Received> {
    if (await exists(this.at('pending', id))) return 'taken';
    const partial = this.at('pending', `${id}.part`);
    const handle = await open(partial, 'wx', 0o600).catch(ifCode('EEXIST'));
    if (!handle) return 'taken';
    try {
      const fits = await copy(body, handle);
      if (!fits) return 'too large';
      await handle.sync();
      // Unlike a rename, this never replaces what is there.
      return await link(partial, this.at('pending', id)).then(
        () => 'received' as const,
        ifCode('EEXIST', 'taken' as const),
      );
    } finally {
      await handle.close();
      await rm(partial, { force: true });
    }
  }

  async findUploaded(id: string): Promise<UploadedObject | null> {
    for (const place of ['pending', 'public'] as const) {
      const file = this.at(place, id);
      const found = await stat(file).catch(ifCode('ENOENT'));
      if (found)
        return {
          size: found.size,
          head: (length) => readHead(file, length),
          publish: () => rename(file, this.at('public', id)).catch(movedAway),
        };
    }
    return null;
  }

  async put(id: string, body: Buffer): Promise<void> {
    const partial = this.at('pending', `${id}.part`);
    await writeFile(partial, body, { mode: 0o600, flush: true });
    await rename(partial, this.at('public', id));
  }

  async read(id: string, range?: ByteRange): Promise<Readable | null> {
    const handle = await open(this.at('public', id)).catch(ifCode('ENOENT'));
    return handle?.createReadStream(range) ?? null;
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

/** Copies chunk by chunk; false as soon as there is one byte too many. The source stays open for the answer. */
async function copy(body: Readable, handle: FileHandle): Promise<boolean> {
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_UPLOAD_BYTES) return false;
    await handle.writeFile(chunk);
  }
  return true;
}

async function readHead(file: string, length: number): Promise<Buffer> {
  const handle = await open(file).catch(movedAway);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Another request for the same upload was quicker. */
function movedAway(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? replaced() : error;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** For catch: answers `instead` of this error. */
function ifCode<Instead = null>(code: string, instead: Instead = null as Instead) {
  return (error: NodeJS.ErrnoException): Instead => {
    if (error.code !== code) throw error;
    return instead;
  };
}
