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
  @Query(() => [File], { description: 'A client’s files, newest first.' })
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
      'Gives out an address where one file may be put: a client’s, or a campaign’s image where no client is named.',
  })
  createUpload(
    @Arg('clientId', () => ID, { nullable: true, description: 'The client whose file it will be.' })
    clientId: string | null,
    @Arg('sendsHeaders', () => Boolean, {
      nullable: true,
      description:
        'The uploader will send the answer’s headers, so that the store itself refuses what is too large or comes twice.',
    })
    sendsHeaders: boolean | null,
    @Ctx() ctx: Context,
  ): Promise<UploadTicket> {
    return createUpload(ctx, clientId, sendsHeaders ?? false);
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => PlacedObject, {
    description:
      'Checks an uploaded file’s real size and type and gives it its path; what breaks the limits is removed.',
  })
  setObjectPath(
    @Input(() => SetObjectPathInput, 'The upload.') input: SetObjectPathInput,
    @Ctx() ctx: Context,
  ): Promise<PlacedObject> {
    return setObjectPath(ctx, input);
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => File, { description: 'Renames a file; its address stays.' })
  async renameFile(
    @Id('The file’s') id: string,
    @Arg('fileName', () => String, { description: 'The new name.' }) fileName: string,
    @Ctx() ctx: Context,
  ): Promise<File> {
    const file = await openOwned(ctx, id, find(ctx), 'File');
    const originalName = cleanFileName(fileName);
    if (originalName === '' || fileName.trim().length > MAX_NAME_LENGTH)
      throw badField('fileName', `A file name has 1 to ${MAX_NAME_LENGTH} characters`);
    return ctx.dataSource.manager.save(Object.assign(file, { originalName }));
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => Boolean, { description: 'Deletes a file; its address ends.' })
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
