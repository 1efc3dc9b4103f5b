import { Arg, Args, Authorized, Ctx, Field, ID, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { authorizeDashboard, DASHBOARD_ROLES, loadOwned, type Role } from '../../access/access';
import { asSystem } from '../../access/scope';
import type { Context } from '../../api/context';
import { stopSequences } from '../../enrollments/cancel-enrollments';
import { startSequence } from '../../enrollments/enroll-lead';
import { describeReason } from '../../messages/describe-reason';
import { Sequence } from '../../sequences/sequence.entity';
import { findLeads } from '../change-leads';
import { SkippedLeads } from '../jobs/lead-job.entity';
import { LeadsArgs } from '../lead.inputs';

@ObjectType({ simpleResolvers: true, description: 'The result of starting a sequence for several leads.' })
class StartedSequences {
  @Field(() => Int, { description: 'The number of leads that were enrolled.' })
  started!: number;

  @Field(() => [SkippedLeads], { description: 'The other leads, by reason.' })
  skipped!: SkippedLeads[];
}

@Resolver()
export class SelectedSequencesResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => StartedSequences, {
    description:
      'Enrolls several leads of a client in a sequence, as `startSequence` does for one. Leads that cannot be enrolled are skipped with a reason.',
  })
  async startSequences(
    @Args(() => LeadsArgs) selection: LeadsArgs,
    @Arg('sequenceId', () => ID, { description: 'The ID of the sequence.' }) sequenceId: string,
    @Ctx() ctx: Context,
  ): Promise<StartedSequences> {
    await authorizeDashboard(ctx, selection.clientId, selection.ids.length);
    const find = (id: string) => ctx.dataSource.manager.findOneBy(Sequence, { id, clientId: selection.clientId });
    const { id } = await loadOwned(ctx, sequenceId, find, 'Sequence');
    const leads = await findLeads(ctx, ctx.dataSource.manager, selection);
    const { started, reasons } = await asSystem(() =>
      ctx.dataSource.transaction((db) => startSequence(db, id, leads, ctx.settings)),
    );
    ctx.outboxRelay.wake();
    const skipped = Object.entries(Object.groupBy(reasons.values(), (reason) => reason));
    return {
      started: started.length,
      skipped: skipped.map(([reason, all]) => ({ reason: describeReason(reason), leads: all!.length })),
    };
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Int, {
    description:
      'Stops all sequences of several leads of a client, and returns how many were running. Messages that people wrote are still sent.',
  })
  async stopSequences(@Args(() => LeadsArgs) selection: LeadsArgs, @Ctx() ctx: Context): Promise<number> {
    await authorizeDashboard(ctx, selection.clientId, selection.ids.length);
    const stopped = await ctx.dataSource.transaction(async (db) => {
      const leads = await findLeads(ctx, db, selection);
      return stopSequences(
        db,
        leads.map(({ id }) => id),
      );
    });
    ctx.outboxRelay.wake();
    return stopped;
  }
}
