import { MAX_SAVED_VIEW_NAME_LENGTH, MAX_SAVED_VIEWS } from '@dripline/contract/limits';
import { IsOptional, ValidateNested } from 'class-validator';
import { Args, ArgsType, Authorized, Ctx, Field, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { authorizeDashboard, DASHBOARD_ROLES, loadOwned, memberOf, OpenedField, type Role } from '../../access/access';
import { IdArg } from '../../api/arguments';
import type { Connection } from '../../api/connections/connections';
import type { Context } from '../../api/context';
import { fail, fieldError } from '../../api/errors';
import { assertVersion, VersionArgs } from '../../api/versions';
import { Client } from '../../clients/client.entity';
import { SavedViewArgs, SavedViewConnection, savedViewList, type ViewOwner } from './saved-view.connection';
import { SavedView, SavedViewQuery } from './saved-view.entity';

const NAME = `The name, 1 to ${MAX_SAVED_VIEW_NAME_LENGTH} characters. Unique among the caller’s views of the client, regardless of case.`;

@ArgsType()
class CreateSavedViewArgs {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => String, { description: NAME })
  name!: string;

  @Field(() => SavedViewQuery, { description: 'The leads that the view shows, and how.' })
  @ValidateNested()
  query!: SavedViewQuery;
}

@ArgsType()
class UpdateSavedViewArgs extends VersionArgs {
  @Field(() => ID, { description: 'The ID of the view.' })
  id!: string;

  @Field(() => String, { nullable: true, description: `${NAME} Omit it to keep the name.` })
  name?: string | null;

  @Field(() => SavedViewQuery, {
    nullable: true,
    description: 'The leads that the view shows, and how. Omit it to keep them.',
  })
  @IsOptional()
  @ValidateNested()
  query?: SavedViewQuery | null;
}

@Resolver(() => SavedView)
export class SavedViewResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => SavedView, {
    description: `Saves a view of a client’s leads. An account has at most ${MAX_SAVED_VIEWS} views of a client.`,
  })
  async createSavedView(
    @Args(() => CreateSavedViewArgs) { clientId, name: sent, query }: CreateSavedViewArgs,
    @Ctx() ctx: Context,
  ): Promise<SavedView> {
    await authorizeDashboard(ctx, clientId);
    const name = readName(sent);
    const owner = { clientId, ...ownerOf(ctx) };
    return ctx.dataSource.transaction(async (db) => {
      await lockViews(db, owner);
      if ((await db.countBy(SavedView, ownedBy(owner))) >= MAX_SAVED_VIEWS)
        throw fail('LIMIT_REACHED', `You can save at most ${MAX_SAVED_VIEWS} views of a client. Delete one first.`);
      await assertUnusedName(db, owner, name);
      const { identifiers } = await db.insert(SavedView, { ...owner, name, query: { ...query } });
      return db.findOneByOrFail(SavedView, { id: identifiers[0]!['id'] as string });
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => SavedView, { description: 'Renames one of the caller’s views, or changes what it shows.' })
  async updateSavedView(
    @Args(() => UpdateSavedViewArgs) { id, name: sent, query, expectedVersion }: UpdateSavedViewArgs,
    @Ctx() ctx: Context,
  ): Promise<SavedView> {
    const view = await loadOwnView(ctx, id);
    const name = sent == null ? view.name : readName(sent);
    return ctx.dataSource.transaction(async (db) => {
      await lockViews(db, view);
      await assertVersion(db, SavedView, { id }, expectedVersion);
      await assertUnusedName(db, view, name, id);
      await db.update(SavedView, { id }, { name, ...(query && { query: { ...query } }) });
      const updated = await db.findOneBy(SavedView, { id });
      if (!updated) throw notFound();
      return updated;
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes one of the caller’s views.' })
  async deleteSavedView(@IdArg('view') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await loadOwnView(ctx, id);
    await ctx.dataSource.manager.delete(SavedView, { id });
    return true;
  }
}

@Resolver(() => Client)
export class ClientSavedViewsResolver {
  @OpenedField()
  @FieldResolver(() => SavedViewConnection, {
    description: 'The caller’s saved views of the client’s leads, oldest first by default.',
  })
  savedViews(
    @Root() { id }: Client,
    @Args(() => SavedViewArgs) args: SavedViewArgs,
    @Ctx() ctx: Context,
  ): Promise<Connection<SavedView>> {
    return ctx.loaders.connection(savedViewList(ownerOf(ctx), args), id, args);
  }
}

type Owner = Pick<SavedView, 'clientId' | 'adminId' | 'memberId'>;

/** Returns the account that owns what the caller saves. Both are null for the client, which its link shares. */
const ownerOf = ({ actor }: Context): ViewOwner => ({
  adminId: actor.role === 'admin' ? actor.userId : null,
  memberId: memberOf(actor)?.id ?? null,
});

const ownedBy = ({ clientId, adminId, memberId }: Owner) => ({
  clientId,
  adminId: adminId ?? IsNull(),
  memberId: memberId ?? IsNull(),
});

const notFound = () => fail('NOT_FOUND', 'View not found');

/** Returns the name in one line without surrounding white space. Throws BAD_USER_INPUT if it is empty or too long. */
function readName(sent: string): string {
  const name = sent.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (name === '' || name.length > MAX_SAVED_VIEW_NAME_LENGTH)
    throw fieldError('name', `Name must have 1 to ${MAX_SAVED_VIEW_NAME_LENGTH} characters.`);
  return name;
}

/** Lets one transaction at a time change the views of an owner, so that names stay unique and the limit holds. */
async function lockViews(db: EntityManager, { clientId, adminId, memberId }: Owner): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `saved views ${clientId} ${adminId ?? memberId}`,
  ]);
}

async function assertUnusedName(db: EntityManager, owner: Owner, name: string, ownId?: string): Promise<void> {
  const isUsed = await db
    .createQueryBuilder(SavedView, 'view')
    .where({ ...ownedBy(owner), ...(ownId && { id: Not(ownId) }) })
    .andWhere('lower(view.name) = lower(:name)', { name })
    .getExists();
  if (isUsed) throw fieldError('name', 'You already have a view with this name.');
}

/** Loads a view of the caller. Throws NOT_FOUND for the view of another account, as for one that does not exist. */
async function loadOwnView(ctx: Context, id: string): Promise<SavedView> {
  const find = (viewId: string) => ctx.dataSource.manager.findOneBy(SavedView, { id: viewId });
  const view = await loadOwned(ctx, id, find, 'View');
  const { adminId, memberId } = ownerOf(ctx);
  if (view.adminId !== adminId || view.memberId !== memberId) throw notFound();
  return view;
}
