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
  apiKeyOf,
  DASHBOARD_ROLES,
  assertLinkMayAct,
  authorizeDashboard,
  ALL_ROLES,
  type Role,
  AsSystem,
  Urgent,
} from '../access/access';
import { IdArg, InputArg } from '../api/arguments';
import type { Connection } from '../api/connections/connections';
import { Campaign, PostSubmissionType } from '../campaigns/campaign.entity';
import { Client } from '../clients/client.entity';
import { VersionArgs } from '../api/versions';
import type { Context } from '../api/context';
import { EnrollmentArgs, EnrollmentConnection, enrollmentList } from '../enrollments/enrollment.connection';
import type { Enrollment } from '../enrollments/enrollment.entity';
import { TimelineEntry } from '../enrollments/timeline.types';
import { SmsMessageArgs, SmsMessageConnection, smsMessageList } from '../messages/sms-message.connection';
import type { SmsMessage } from '../messages/sms-message.entity';
import { changeLeads, deleteSelectedLeads } from './change-leads';
import { deleteLeads } from './delete-leads';
import { exportLeads, LeadsCsv, LeadsCsvArgs } from './export-leads';
import { Attribution } from './attribution/attribution.types';
import { Lead } from './lead.entity';
import { loadLead } from './load-lead';
import { LeadsArgs, UpdateLeadInput, UpdateLeadsArgs } from './lead.inputs';
import { submitLead } from './submit-lead';
import { updateLead } from './update-lead';
import { assertRecentSignIn, RECENT_MINUTES_OF_EXPORT } from '../sessions/recent-sign-in';

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

@Resolver(() => Lead)
export class LeadResolver {
  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => LeadsCsv, { description: 'Exports the filtered leads as CSV, in parts.' })
  async leadsCsv(@Args(() => LeadsCsvArgs) args: LeadsCsvArgs, @Ctx() ctx: Context): Promise<LeadsCsv> {
    await assertLinkMayAct(ctx, await authorizeDashboard(ctx, args.clientId));
    // A program with an API key exports what it may read anyway.
    if (!apiKeyOf(ctx.actor))
      await (args.after == null ? assertRecentSignIn(ctx) : assertRecentSignIn(ctx, RECENT_MINUTES_OF_EXPORT));
    return exportLeads(ctx.dataSource.manager, args, ctx.actor.role === 'admin');
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Query(() => Lead, { description: 'Returns a lead.' })
  lead(@IdArg('lead') id: string, @Ctx() ctx: Context): Promise<Lead> {
    return loadLead(ctx, id);
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
    @Arg('attribution', () => Attribution, { nullable: true, description: 'Where the visitor came from.' })
    attribution: Attribution | null,
    @Arg('adConsent', () => Boolean, {
      nullable: true,
      description:
        'Whether ad networks may receive conversions of the lead. Omit it if you did not ask. If the campaign has an `adConsentText`, an omitted value counts as a refusal.',
    })
    adConsent: boolean | null,
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
    @Arg('autofilled', () => Boolean, {
      defaultValue: false,
      description: 'Whether the browser filled in answers, which makes a fast submission plausible.',
    })
    autofilled: boolean,
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
      attribution,
      adConsent,
      pageVersion,
      formToken,
      honeypotFilled,
      autofilled,
      idempotencyKey,
    });
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Lead, { description: 'Updates a lead.' })
  async updateLead(
    @IdArg('lead') id: string,
    @InputArg(() => UpdateLeadInput, 'The fields to update.') input: UpdateLeadInput,
    @Args(() => VersionArgs) { expectedVersion }: VersionArgs,
    @Ctx() ctx: Context,
  ): Promise<Lead> {
    return updateLead(ctx, await loadLead(ctx, id), input, expectedVersion);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, { description: 'Deletes a lead and stops its sequences.' })
  async deleteLead(@IdArg('lead') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const { clientId } = await loadLead(ctx, id);
    await ctx.dataSource.transaction((db) => deleteLeads(db, clientId, [id]));
    ctx.outboxRelay.wake();
    return true;
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => [Lead], {
    description: 'Changes the status, owner or tags of several leads of a client: of all, or of none.',
  })
  updateLeads(
    @Args(() => UpdateLeadsArgs) { clientId, ids, ...change }: UpdateLeadsArgs,
    @Ctx() ctx: Context,
  ): Promise<Lead[]> {
    return changeLeads(ctx, { clientId, ids }, change);
  }

  @Authorized<Role>(...DASHBOARD_ROLES)
  @Mutation(() => Boolean, {
    description: 'Deletes several leads of a client and stops their sequences: of all, or of none.',
  })
  async deleteLeads(@Args(() => LeadsArgs) leads: LeadsArgs, @Ctx() ctx: Context): Promise<boolean> {
    await deleteSelectedLeads(ctx, leads);
    return true;
  }

  @FieldResolver(() => Client, { description: 'The client.' })
  client(@Root() { clientId }: Lead, @Ctx() { loaders }: Context): Promise<Client> {
    return loaders.client.load(clientId);
  }

  @FieldResolver(() => Campaign, { description: 'The campaign whose form the visitor submitted.' })
  campaign(@Root() { campaignId }: Lead, @Ctx() { loaders }: Context): Promise<Campaign> {
    return loaders.campaign.load(campaignId);
  }

  @FieldResolver(() => String, { description: 'The name of the campaign.' })
  async campaignName(@Root() { campaignId }: Lead, @Ctx() { loaders }: Context): Promise<string> {
    return (await loaders.campaign.load(campaignId)).name;
  }

  @FieldResolver(() => EnrollmentConnection, {
    description: 'The lead’s enrollments in sequences, oldest first by default.',
  })
  enrollments(
    @Root() { id }: Lead,
    @Args(() => EnrollmentArgs) args: EnrollmentArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<Enrollment>> {
    return loaders.connection(enrollmentList('item.lead_id', args), id, args);
  }

  @FieldResolver(() => SmsMessageConnection, {
    description: 'The messages of all the lead’s sequences, oldest first by default.',
  })
  messages(
    @Root() { id }: Lead,
    @Args(() => SmsMessageArgs) args: SmsMessageArgs,
    @Ctx() { loaders }: Context,
  ): Promise<Connection<SmsMessage>> {
    return loaders.connection(smsMessageList('item.lead_id', args), id, args);
  }

  @FieldResolver(() => [TimelineEntry], {
    description: 'The events of the lead, oldest first, followed by what each sequence does next.',
  })
  timeline(@Root() lead: Lead, @Ctx() { loaders }: Context): Promise<TimelineEntry[]> {
    return loaders.timeline.load(lead);
  }
}
