import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { Arg, Authorized, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { DASHBOARD, openDashboard, openOwned, type Role } from '../access';
import type { Context } from '../context';
import { badField } from '../failure';
import { File } from './file.entity';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(File, { id });

@Resolver()
export class FileResolver {
  @Authorized<Role>(...DASHBOARD)
  @Query(() => [File], { description: 'A client’s files, newest first.' })
  async files(@Arg('clientId', () => ID) clientId: string, @Ctx() ctx: Context): Promise<File[]> {
    const client = await openDashboard(ctx, clientId);
    return ctx.dataSource.manager.find(File, { where: { clientId: client.id }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => File, { description: 'Renames a file; its address stays.' })
  async renameFile(@Arg('id', () => ID) id: string, @Arg('fileName', () => String) fileName: string, @Ctx() ctx: Context): Promise<File> {
    const file = await openOwned(ctx, id, find(ctx), 'File');
    const originalName = fileName.trim();
    if (originalName === '' || originalName.length > MAX_NAME_LENGTH) throw badField('fileName', `A file name has 1 to ${MAX_NAME_LENGTH} characters`);
    return ctx.dataSource.manager.save(Object.assign(file, { originalName }));
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => Boolean, { description: 'Deletes a file.' })
  async deleteFile(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<boolean> {
    await openOwned(ctx, id, find(ctx), 'File');
    await ctx.dataSource.manager.delete(File, { id });
    return true;
  }
}
