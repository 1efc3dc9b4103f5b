import { ValidateNested } from 'class-validator';
import {
  Args,
  ArgsType,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { authorizeBuilder, DASHBOARD_ROLES, loadOwned, OpenedField, type Role } from '../../access/access';
import { IdArg } from '../../api/arguments';
import type { Connection } from '../../api/connections/connections';
import type { Context } from '../../api/context';
import { fail, fieldError } from '../../api/errors';
import { Client } from '../../clients/client.entity';
import { Sequence } from '../../sequences/sequence.entity';
import { LeadFilter } from '../filters/lead-filter';
import { assertMember } from '../owners/set-owner';
import { readTags } from '../tags/tag-names';
import { endJob } from './do-job-page';
import { LeadJobArgs, LeadJobConnection, leadJobList } from './lead-job.connection';
import { LeadAction, LeadJob, LeadJobState, UNDO_HOURS } from './lead-job.entity';
import { LeadJobChange } from './lead-job-change.entity';
import { countMatching } from './matching-leads';
import { importJob, MAX_RUNNING_JOBS, startJob } from './start-job';

@ArgsType()
class StartLeadJobArgs {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => LeadFilter, { description: 'Which leads are changed. Held leads are left out.' })
  @ValidateNested()
  filter!: LeadFilter;

  @Field(() => LeadAction, { description: 'What is done with each lead.' })
  @ValidateNested()
  action!: LeadAction;
}

@Resolver(() => LeadJob)
export class LeadJobResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => LeadJob, {
    description: `Starts to change all leads of a client that match a filter, in the background. The leads are those that exist now and match when their turn comes. At most ${MAX_RUNNING_JOBS} jobs of a client run at the same time.`,
  })
  async startLeadJob(
    @Args(() => StartLeadJobArgs) { clientId, filter, action }: StartLeadJobArgs,
    @Ctx() ctx: Context,
  ): Promise<LeadJob> {
    await authorizeBuilder(ctx, clientId);
    assertOneAction(action);
    if (action.sequenceId != null) {
      const find = (id: string) => ctx.dataSource.manager.findOneBy(Sequence, { id, clientId });
      await loadOwned(ctx, action.sequenceId, find, 'Sequence');
    }
    return startJob(ctx, clientId, async (db) => {
      if (action.ownerId != null) await assertMember(db, clientId, action.ownerId, 'action.ownerId');
      return { filter: { ...filter }, action: { ...action }, total: await countMatching(db, clientId, filter) };
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => LeadJob, { description: 'Stops a job. What was changed stays.' })
  async cancelLeadJob(@IdArg('job') id: string, @Ctx() ctx: Context): Promise<LeadJob> {
    const { id: jobId } = await loadJob(ctx, id);
    return ctx.dataSource.transaction(async (db) => {
      // Waits for the page that is being done.
      await endJob(db, jobId, LeadJobState.canceled);
      return db.findOneByOrFail(LeadJob, { id: jobId });
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => LeadJob, {
    description: `Starts a job that undoes a change of status, owner or tags, or an import, within ${UNDO_HOURS} hours of its end. Leads that were changed since are skipped. What happened because of a status is not undone: sequences stay started or stopped, and a lead stays contacted for the first time. All imported leads are deleted, also those that were changed since.`,
  })
  async undoLeadJob(@IdArg('job') id: string, @Ctx() ctx: Context): Promise<LeadJob> {
    const { id: jobId, clientId } = await loadJob(ctx, id);
    return startJob(ctx, clientId, async (db) => {
      const job = await db.findOneByOrFail(LeadJob, { id: jobId });
      if (!canUndo(job)) throw fail('CONFLICT', 'This change cannot be undone, or was undone before.');
      await db.update(LeadJob, { id: jobId }, { undone: true });
      if (job.importId !== null) return importJob(job.importId, job.changed, jobId);
      const total = await db.countBy(LeadJobChange, { jobId });
      return { filter: {}, action: job.action, undoOf: jobId, total };
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => LeadJob, { description: 'Returns a job that changes many leads.' })
  leadJob(@IdArg('job') id: string, @Ctx() ctx: Context): Promise<LeadJob> {
    return loadJob(ctx, id);
  }

  @FieldResolver(() => Boolean, { description: 'Whether `undoLeadJob` can undo the change now.' })
  canUndo(@Root() job: LeadJob): boolean {
    return canUndo(job);
  }
}

@Resolver(() => Client)
export class ClientLeadJobsResolver {
  @OpenedField()
  @FieldResolver(() => LeadJobConnection, {
    description: 'The jobs that change many leads of the client, of the last 30 days, newest first by default.',
  })
  leadJobs(
    @Root() { id }: Client,
    @Args(() => LeadJobArgs) args: LeadJobArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<LeadJob>> {
    return loaders.connection(leadJobList(args), id, args);
  }
}

/** Throws BAD_USER_INPUT unless an action does exactly one thing. */
function assertOneAction({ addTags, removeTags, ...action }: LeadAction): void {
  const { status, ownerId, removeOwner, sequenceId, stopSequences, deleted } = action;
  const tags = readTags('addTags', addTags).size + readTags('removeTags', removeTags).size;
  const kinds = [
    ...[status, ownerId, sequenceId].map((value) => value != null),
    ...[removeOwner, stopSequences, deleted].map((value) => value === true),
    tags > 0,
  ];
  if (kinds.filter(Boolean).length !== 1)
    throw fieldError('action', 'Set exactly one field of action, or addTags and removeTags.');
}

function canUndo({ undoOf, undone, state, action, importId, finishedAt }: LeadJob): boolean {
  const isRecent = finishedAt !== null && Date.now() - finishedAt.getTime() < UNDO_HOURS * 3_600_000;
  const isStored = importId !== null || ![action.sequenceId, action.stopSequences, action.deleted].some(Boolean);
  return undoOf === null && !undone && state !== LeadJobState.running && isRecent && isStored;
}

/** Loads a job that the signed-in caller may see. */
function loadJob(ctx: Context, id: string): Promise<LeadJob> {
  return loadOwned(
    ctx,
    id,
    (jobId) => ctx.dataSource.manager.findOneBy(LeadJob, { id: jobId }),
    'Job',
    authorizeBuilder,
  );
}
