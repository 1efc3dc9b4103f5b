import { GraphQLJSONObject } from 'graphql-scalars';
import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import {
  DASHBOARD_ROLES,
  hasFullDashboardAccess,
  assertLinkMayAct,
  authorizeDashboard,
  loadOwned,
  ALL_ROLES,
  type Role,
  AsSystem,
  Urgent,
} from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import { type Page, PageArgs, pageOf } from '../api/pagination';
import { PostSubmissionType } from '../campaigns/campaign.entity';
import type { Context } from '../api/context';
import { MAX_ENROLLMENTS } from '../api/loaders';
import { Enrollment } from '../enrollments/enrollment.entity';
import { deleteLeads } from './delete-leads';
import { exportLeads, LeadsCsv } from './export-leads';
import { findLeads } from './find-leads';
import { Lead } from './lead.entity';
import { LeadFilter, UpdateLeadInput } from './lead.inputs';
import { submitLead } from './submit-lead';
import { updateLead } from './update-lead';
import { assertRecentSignIn, RECENT_MINUTES_OF_EXPORT } from '../sessions/recent-sign-in';

@ObjectType({ simpleResolvers: true, description: 'A page of leads.' })
class LeadPage extends pageOf(Lead, 'leads') {}

@ObjectType({ simpleResolvers: true, description: 'What the visitor sees after submitting the form.' })
class SubmittedLead {
  @Field(() => ID, { description: 'The ID of the lead.' })
  id!: string;
  @Field(() => PostSubmissionType, { description: 'Whether to show the thank-you message or to redirect.' })
  postSubmissionType!: PostSubmissionType;
  @Field(() => String, { description: 'The thank-you message.' })
  thankYouMessage!: string;
  @Field(() => String, { nullable: true, description: 'The https URL to redirect to.' })
  redirectUrl!: string | null;
}

/** Finds a lead. Held leads are visible to administrators only. */
const find = (ctx: Context) => (id: string) =>
  ctx.dataSource.manager.findOneBy(Lead, ctx.actor.role === 'admin' ? { id } : { id, held: false });

@Resolver(() => Lead)
export class LeadResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => LeadPage, { description: 'Lists a client’s leads, newest first by default.' })
  async leads(
    @Args(() => LeadFilter) filter: LeadFilter,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() ctx: Context,
  ): Promise<Page<Lead>> {
    const isOwn = hasFullDashboardAccess(ctx, filter.clientId);
    if (!isOwn) await authorizeDashboard(ctx, filter.clientId);
    const page = await findLeads(ctx.dataSource.manager, filter, args, ctx.actor.role === 'admin');
    // If the client has leads, it exists, so that only an empty page needs the check.
    if (isOwn && page.items.length === 0) await authorizeDashboard(ctx, filter.clientId);
    for (const { campaignId, campaignName } of page.items) ctx.loaders.campaignName.prime(campaignId, campaignName);
    return page;
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => LeadsCsv, { description: 'Exports the filtered leads as CSV, in parts.' })
  async leadsCsv(
    @Args(() => LeadFilter) filter: LeadFilter,
    @Arg('after', () => String, {
      nullable: true,
      description: 'The `nextCursor` of the previous part. Omit it for the first part.',
    })
    after: string | null,
    @Ctx() ctx: Context,
  ): Promise<LeadsCsv> {
    await assertLinkMayAct(ctx, await authorizeDashboard(ctx, filter.clientId));
    await (after == null ? assertRecentSignIn(ctx) : assertRecentSignIn(ctx, RECENT_MINUTES_OF_EXPORT));
    return exportLeads(ctx.dataSource.manager, filter, ctx.actor.role === 'admin', after ?? null);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => Lead, { description: 'Returns a lead.' })
  lead(@IdArg('lead') id: string, @Ctx() ctx: Context): Promise<Lead> {
    return loadOwned(ctx, id, find(ctx), 'Lead');
  }

  @Authorized<Role>(...ALL_ROLES)
  @AsSystem()
  @Urgent()
  @Mutation(() => SubmittedLead, { description: 'Submits a campaign’s form and creates a lead.' })
  submitLead(
    @Arg('client', () => String, { description: 'The client’s handle or ID.' }) client: string,
    @Arg('slug', () => String, { description: 'The campaign’s slug.' }) slug: string,
    // Not validated here, because class-validator rejects inline values, which have no prototype. validateForm
    // validates them.
    @Arg('formData', () => GraphQLJSONObject, {
      validate: false,
      description: 'The form values, by field ID. A submission stores at most 64 kB.',
    })
    formData: Record<string, unknown>,
    @Arg('source', () => String, { nullable: true, description: 'The traffic source of the visitor.' })
    source: string | null,
    @Arg('pageVersion', () => String, {
      nullable: true,
      description:
        'The `pageVersion` of the landing page that the visitor saw. If omitted, the current disclosure applies.',
    })
    pageVersion: string | null,
    @Arg('formToken', () => String, {
      nullable: true,
      description: 'The form token of the landing page. Omit it in API calls.',
    })
    formToken: string | null,
    @Arg('honeypotFilled', () => Boolean, {
      defaultValue: false,
      description: 'Whether the honeypot field of the landing page was filled in.',
    })
    honeypotFilled: boolean,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description: 'An idempotency key. A retry with the same key returns the first result.',
    })
    idempotencyKey: string | null,
    @Ctx() ctx: Context,
  ): Promise<SubmittedLead> {
    return submitLead(ctx, {
      client,
      slug,
      formData,
      source,
      pageVersion,
      formToken,
      honeypotFilled,
      idempotencyKey,
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Lead, { description: 'Updates a lead.' })
  async updateLead(
    @IdArg('lead') id: string,
    @InputArg(() => UpdateLeadInput, 'The fields to update.') input: UpdateLeadInput,
    @Ctx() ctx: Context,
  ): Promise<Lead> {
    await loadOwned(ctx, id, find(ctx), 'Lead');
    return updateLead(ctx, id, input);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes a lead and stops its sequences.' })
  async deleteLead(@IdArg('lead') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const { clientId } = await loadOwned(ctx, id, find(ctx), 'Lead');
    await ctx.dataSource.transaction((db) => deleteLeads(db, clientId, [id]));
    ctx.outboxRelay.wake();
    return true;
  }

  @FieldResolver(() => String, { description: 'The name of the campaign.' })
  campaignName(@Root() { campaignId }: Lead, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.campaignName.load(campaignId);
  }

  @FieldResolver(() => [Enrollment], {
    description: `The lead’s enrollments in sequences, oldest first, at most ${MAX_ENROLLMENTS}.`,
  })
  enrollments(@Root() { id }: Lead, @Ctx() { loaders }: Context): Promise<Enrollment[]> {
    return loaders.enrollments.load(id);
  }
}
