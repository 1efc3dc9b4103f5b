import { Arg, Args, Authorized, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { DASHBOARD_ROLES, authorizeDashboard, loadOwned, type Role } from '../access/access';
import { ClientIdArg, IdArg, InputArg } from '../api/arguments';
import { VersionArgs } from '../api/versions';
import type { Context } from '../api/context';
import type { Connection } from '../api/connections/connections';
import { Campaign } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { EnrollmentArgs, EnrollmentConnection, enrollmentList } from '../enrollments/enrollment.connection';
import type { Enrollment } from '../enrollments/enrollment.entity';
import { Sequence, Step } from './sequence.entity';
import { CreateSequenceInput, UpdateSequenceInput } from './sequence.inputs';
import { deleteDraft } from '../drafts/delete-draft';
import { nameOfAccount } from '../sessions/name-of-account';
import { saveSequence } from './save-sequence';
import { EnrolledLeadsAction } from './versions/sequence-version.entity';
import { markSequenceDeleting } from '../deletion/mark-deleting';

const find = (ctx: Context) => (id: string) => ctx.dataSource.manager.findOneBy(Sequence, { id });

@Resolver(() => Sequence)
export class SequenceResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => Sequence, { description: 'Returns a sequence.' })
  sequence(@IdArg('sequence') id: string, @Ctx() ctx: Context): Promise<Sequence> {
    return loadOwned(ctx, id, find(ctx), 'Sequence');
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
      { publishedBy: await nameOfAccount(ctx, client.id) },
    );
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Sequence, {
    description:
      'Updates a sequence. A change of its steps, trigger or `stopOnReply` publishes a version, and `enrolledLeads` says what happens to the leads that are already enrolled.',
  })
  async updateSequence(
    @IdArg('sequence') id: string,
    @InputArg(() => UpdateSequenceInput, 'The fields to update.') input: UpdateSequenceInput,
    @Args(() => VersionArgs) { expectedVersion }: VersionArgs,
    @Arg('enrolledLeads', () => EnrolledLeadsAction, {
      defaultValue: EnrolledLeadsAction.finish,
      description: 'What a new version does with the leads that are already enrolled.',
    })
    enrolledLeads: EnrolledLeadsAction,
    @Arg('draftSavedAt', () => Date, {
      nullable: true,
      description: 'The `savedAt` of the draft that the change contains. That draft is deleted, and a newer one stays.',
    })
    draftSavedAt: Date | null,
    @Ctx() ctx: Context,
  ): Promise<Sequence> {
    const sequence = await loadOwned(ctx, id, find(ctx), 'Sequence');
    const publishedBy = await nameOfAccount(ctx, sequence.clientId);
    return saveSequence(ctx, sequence, input, {
      ...{ publishedBy, expectedVersion, enrolledLeads },
      ...(draftSavedAt && {
        inTransaction: (db) => deleteDraft(db, { sequenceId: sequence.id, savedAt: draftSavedAt }),
      }),
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes a sequence. Its enrolled leads receive no more messages.' })
  async deleteSequence(@IdArg('sequence') id: string, @Ctx() ctx: Context): Promise<boolean> {
    await markSequenceDeleting(ctx, await loadOwned(ctx, id, find(ctx), 'Sequence'));
    return true;
  }

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { clientId }: Sequence, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }

  @FieldResolver(() => Campaign, { description: 'The campaign whose leads the sequence follows up.' })
  campaign(@Root() { campaignId }: Sequence, @Ctx() { loaders }: Context): Promise<Campaign> {
    return loaders.campaign.load(campaignId);
  }

  @FieldResolver(() => String, { description: 'The name of the campaign.' })
  async campaignName(@Root() { campaignId }: Sequence, @Ctx() { loaders }: Context): Promise<string> {
    return (await loaders.campaign.load(campaignId)).name;
  }

  @FieldResolver(() => EnrollmentConnection, {
    description: 'The enrollments of leads in the sequence, newest first by default.',
  })
  enrollments(
    @Root() { id }: Sequence,
    @Args(() => EnrollmentArgs) args: EnrollmentArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Enrollment>> {
    return loaders.connection(enrollmentList('item.sequence_id', args), id, args);
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
