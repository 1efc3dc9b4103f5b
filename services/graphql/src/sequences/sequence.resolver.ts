import { Args, Authorized, Ctx, FieldResolver, Int, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, loadOwned, type Role } from '../access/access';
import { ClientIdArg, IdArg, InputArg } from '../api/arguments';
import type { Context } from '../api/context';
import { findPage, type Page, PageArgs, pageOf } from '../api/pagination';
import { Sequence, Step } from './sequence.entity';
import { CreateSequenceInput, UpdateSequenceInput } from './sequence.inputs';
import { saveSequence } from './save-sequence';
import { markSequenceDeleting } from '../deletion/mark-deleting';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Sequence, { id });

@ObjectType({ simpleResolvers: true, description: 'A page of sequences.' })
class SequencePage extends pageOf(Sequence, 'sequences') {}

@Resolver(() => Sequence)
export class SequenceResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => SequencePage, { description: 'Lists a client’s sequences, newest first.' })
  async sequences(
    @ClientIdArg() clientId: string,
    @Args(() => PageArgs) page: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<Sequence>> {
    const { id } = await authorizeDashboard(ctx, clientId);
    return findPage(ctx.dataSource.manager, { entity: Sequence, where: 'item.client_id = $1', values: [id] }, page);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Sequence, { description: 'Creates a sequence, active by default.' })
  async createSequence(
    @ClientIdArg() clientId: string,
    @InputArg(() => CreateSequenceInput, 'The new sequence.') input: CreateSequenceInput,
    @Ctx() ctx: Context,
  ): Promise<Sequence> {
    const client = await authorizeDashboard(ctx, clientId);
    return saveSequence(
      ctx,
      ctx.dataSource.manager.create(Sequence, { clientId: client.id, status: undefined }),
      input,
    );
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Sequence, {
    description: 'Updates a sequence. Leads that are already enrolled keep the steps they started with.',
  })
  async updateSequence(
    @IdArg('sequence') id: string,
    @InputArg(() => UpdateSequenceInput, 'The fields to update.') input: UpdateSequenceInput,
    @Ctx() ctx: Context,
  ): Promise<Sequence> {
    return saveSequence(ctx, await loadOwned(ctx, id, find(ctx), 'Sequence'), input);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes a sequence. Its enrolled leads receive no more messages.' })
  async deleteSequence(@IdArg('sequence') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await markSequenceDeleting(ctx, await loadOwned(ctx, id, find(ctx), 'Sequence'));
    return true;
  }

  @FieldResolver(() => String, { description: 'The name of the campaign.' })
  campaignName(@Root() { campaignId }: Sequence, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.campaignName.load(campaignId);
  }

  @FieldResolver(() => [Step], { description: 'The messages, in order.' })
  steps(@Root() { id }: Sequence, @Ctx() { loaders }: Context): Promise<Step[]> {
    return loaders.steps.load(id);
  }

  @FieldResolver(() => Int, { description: 'The number of leads that are currently enrolled.' })
  activeEnrollments(@Root() { id }: Sequence, @Ctx() { loaders }: Context): Promise<number> {
    return loaders.activeEnrollments.load(id);
  }
}
