import { validationMessages } from '@dripline/contract/validation-messages';
import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { Arg, Args, Authorized, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, loadOwned, type Role } from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import { assertVersion, VersionArgs } from '../api/versions';
import type { Context } from '../api/context';
import { fieldError } from '../api/errors';
import { Client } from '../clients/client.entity';
import { createUpload } from './create-upload';
import { markFileForDeletion } from './mark-for-deletion';
import { File } from './file.entity';
import { cleanFileName } from './file-name';
import type { SignedUpload } from './store/object-store';
import { completeUpload } from './complete-upload';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import { CompletedUpload, CompleteUploadInput, CreateUploadArgs, Upload } from './upload.types';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(File, { id });

@Resolver(() => File)
export class FileResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => File, { description: 'Returns a file.' })
  file(@IdArg('file') id: string, @Ctx() ctx: Context): Promise<File> {
    return loadOwned(ctx, id, find(ctx), 'File');
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Upload, {
    description:
      'Creates a signed URL that accepts one file upload: a client’s file, or an image of a campaign or brand if `clientId` is omitted.',
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
    @Args(() => VersionArgs) { expectedVersion }: VersionArgs,
    @Ctx() ctx: Context,
  ): Promise<File> {
    const file = await loadOwned(ctx, id, find(ctx), 'File');
    const originalName = cleanFileName(fileName);
    if (originalName === '' || fileName.trim().length > MAX_NAME_LENGTH)
      throw fieldError('fileName', validationMessages.fileName);
    return ctx.dataSource.transaction(async (db) => {
      await assertVersion(db, File, { id }, expectedVersion);
      await db.save(Object.assign(file, { originalName }));
      return db.findOneByOrFail(File, { id });
    });
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

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { clientId }: File, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }
}
