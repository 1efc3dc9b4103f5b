import { Arg, Args, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, loadOwned, type Role } from '../../access/access';
import { IdArg, InputArg } from '../../api/arguments';
import type { Context } from '../../api/context';
import { SequenceDraft } from '../../drafts/draft.entity';
import { PublishAtArgs, toDraft } from '../../drafts/to-draft';
import { Sequence } from '../sequence.entity';
import { UpdateSequenceInput } from '../sequence.inputs';
import { EnrolledLeadsAction } from './sequence-version.entity';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Sequence, { id });

@Resolver(() => Sequence)
export class SequenceDraftResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Sequence, {
    description: 'Saves changes of a sequence without publishing them. A sequence has one draft, which it replaces.',
  })
  async saveSequenceDraft(
    @IdArg('sequence') id: string,
    @InputArg(() => UpdateSequenceInput, 'The changed fields.') input: UpdateSequenceInput,
    @Args(() => PublishAtArgs) { publishAt }: PublishAtArgs,
    @Arg('enrolledLeads', () => EnrolledLeadsAction, {
      defaultValue: EnrolledLeadsAction.finish,
      description: 'What the version does with the leads that are enrolled when it is published.',
    })
    enrolledLeads: EnrolledLeadsAction,
    @Ctx() ctx: Context,
  ): Promise<Sequence> {
    const sequence = await loadOwned(ctx, id, find(ctx), 'Sequence');
    const draft = await toDraft(ctx, sequence.clientId, input, publishAt);
    await ctx.dataSource.manager.upsert(SequenceDraft, { sequenceId: sequence.id, enrolledLeads, ...draft }, [
      'sequenceId',
    ]);
    return sequence;
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Sequence, { description: 'Deletes the draft of a sequence, if it has one.' })
  async deleteSequenceDraft(@IdArg('sequence') id: string, @Ctx() ctx: Context): Promise<Sequence> {
    const sequence = await loadOwned(ctx, id, find(ctx), 'Sequence');
    await ctx.dataSource.manager.delete(SequenceDraft, { sequenceId: sequence.id });
    return sequence;
  }

  @FieldResolver(() => SequenceDraft, { nullable: true, description: 'Changes that are not published yet.' })
  draft(@Root() { id }: Sequence, @Ctx() { loaders }: Context): Promise<SequenceDraft | null> {
    return loaders.sequenceDraft.load(id);
  }
}
