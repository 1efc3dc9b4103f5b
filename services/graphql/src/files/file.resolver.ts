import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { Arg, Args, Authorized, Ctx, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, loadOwned, type Role } from '../access/access';
import { ClientIdArg, IdArg, InputArg } from '../api/arguments';
import type { Context } from '../api/context';
import { fieldError } from '../api/errors';
import { findPage, type Page, PageArgs, pageOf } from '../api/pagination';
import { createUpload } from './create-upload';
import { markFileForDeletion } from './mark-for-deletion';
import { File } from './file.entity';
import { cleanFileName } from './file-name';
import type { SignedUpload } from './store/object-store';
import { completeUpload } from './complete-upload';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import { CompletedUpload, CompleteUploadInput, CreateUploadArgs, Upload } from './upload.types';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(File, { id });

@ObjectType({ simpleResolvers: true, description: 'A page of files.' })
class FilePage extends pageOf(File, 'files') {}

@Resolver()
export class FileResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => FilePage, { description: 'Lists a client’s files, newest first.' })
  async files(
    @ClientIdArg() clientId: string,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<File>> {
    const { id } = await authorizeDashboard(ctx, clientId);
    return findPage(ctx.dataSource.manager, { entity: File, where: 'item.client_id = $1', values: [id] }, page);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Upload, {
    description:
      'Creates a signed URL that accepts one file upload: a client’s file, or a campaign’s image if `clientId` is omitted.',
  })
  createUpload(@Args(() => CreateUploadArgs) upload: CreateUploadArgs, @Ctx() ctx: Context): Promise<SignedUpload> {
    return createUpload(ctx, upload);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => CompletedUpload, {
    description:
      'Completes an upload: checks the file’s size and type and publishes it. A file that fails the checks is deleted.',
  })
  completeUpload(
    @InputArg(() => CompleteUploadInput, 'The upload.') input: CompleteUploadInput,
    @Ctx() ctx: Context,
  ): Promise<CompletedUpload> {
    return completeUpload(ctx, input);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => File, { description: 'Renames a file. Its path does not change.' })
  async renameFile(
    @IdArg('file') id: string,
    @Arg('fileName', () => String, { description: 'The new name.' }) fileName: string,
    @Ctx() ctx: Context,
  ): Promise<File> {
    const file = await loadOwned(ctx, id, find(ctx), 'File');
    const originalName = cleanFileName(fileName);
    if (originalName === '' || fileName.trim().length > MAX_NAME_LENGTH)
      throw fieldError('fileName', `File name must have 1 to ${MAX_NAME_LENGTH} characters.`);
    return ctx.dataSource.manager.save(Object.assign(file, { originalName }));
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes a file.' })
  async deleteFile(@IdArg('file') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const { objectPath } = await loadOwned(ctx, id, find(ctx), 'File');
    await ctx.dataSource.transaction(async (db) => {
      await db.delete(File, { id });
      await markFileForDeletion(db, objectPath);
    });
    void deleteMarkedObjects(ctx);
    return true;
  }
}
