import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { Arg, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { DASHBOARD, openDashboard, openOwned, type Role } from '../access/access';
import { ClientId, Id, Input } from '../api/arguments';
import type { Context } from '../api/context';
import { badField } from '../api/errors';
import { createUpload } from './create-upload';
import { doomFile } from './mark-for-deletion';
import { File } from './file.entity';
import { cleanFileName } from './file-name';
import type { UploadTicket } from './store/object-store';
import { setObjectPath } from './set-object-path';
import { removeDoomed } from '../jobs/sweep-objects';
import { PlacedObject, SetObjectPathInput, Upload } from './upload.types';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(File, { id });

@Resolver()
export class FileResolver {
  @Authorized<Role>(...DASHBOARD)
  @Query(() => [File], { description: 'Lists a client’s files, newest first.' })
  async files(@ClientId() clientId: string, @Ctx() ctx: Context): Promise<File[]> {
    const client = await openDashboard(ctx, clientId);
    return ctx.dataSource.manager.find(File, {
      where: { clientId: client.id },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => Upload, {
    description:
      'Creates a signed URL that accepts one file upload: a client’s file, or a campaign’s image if `clientId` is omitted.',
  })
  createUpload(
    @Arg('clientId', () => ID, { nullable: true, description: 'The ID of the client that will own the file.' })
    clientId: string | null,
    @Arg('sendsHeaders', () => Boolean, {
      nullable: true,
      description:
        'Whether the uploader sends the returned headers. If so, the object store itself rejects large or repeated uploads.',
    })
    sendsHeaders: boolean | null,
    @Ctx() ctx: Context,
  ): Promise<UploadTicket> {
    return createUpload(ctx, clientId, sendsHeaders ?? false);
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => PlacedObject, {
    description:
      'Completes an upload: checks the file’s size and type and publishes it. A file that fails the checks is deleted.',
  })
  setObjectPath(
    @Input(() => SetObjectPathInput, 'The upload.') input: SetObjectPathInput,
    @Ctx() ctx: Context,
  ): Promise<PlacedObject> {
    return setObjectPath(ctx, input);
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => File, { description: 'Renames a file. Its path does not change.' })
  async renameFile(
    @Id('The file’s') id: string,
    @Arg('fileName', () => String, { description: 'The new name.' }) fileName: string,
    @Ctx() ctx: Context,
  ): Promise<File> {
    const file = await openOwned(ctx, id, find(ctx), 'File');
    const originalName = cleanFileName(fileName);
    if (originalName === '' || fileName.trim().length > MAX_NAME_LENGTH)
      throw badField('fileName', `File name must have 1 to ${MAX_NAME_LENGTH} characters.`);
    return ctx.dataSource.manager.save(Object.assign(file, { originalName }));
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => Boolean, { description: 'Deletes a file.' })
  async deleteFile(@Id('The file’s') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const { objectPath } = await openOwned(ctx, id, find(ctx), 'File');
    await ctx.dataSource.transaction(async (db) => {
      await db.delete(File, { id });
      await doomFile(db, objectPath);
    });
    void removeDoomed(ctx);
    return true;
  }
}
