import { GraphQLJSONObject } from 'graphql-scalars';
import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import {
  DASHBOARD,
  isOwnDashboard,
  openDashboard,
  openOwned,
  PUBLIC,
  type Role,
  SeesAllClients,
} from '../access/access';
import { Id, Input } from '../api/arguments';
import { PostSubmissionType } from '../campaigns/campaign.entity';
import type { Context } from '../api/context';
import { Enrollment } from '../enrollments/enrollment.entity';
import { deleteLeads } from './delete-leads';
import { exportLeads } from './export-leads';
import { findLeads } from './find-leads';
import { Lead } from './lead.entity';
import { LeadFilter, LeadsArgs, UpdateLeadInput } from './lead.inputs';
import { submitLead } from './submit-lead';
import { updateLead } from './update-lead';

@ObjectType({ simpleResolvers: true, description: 'One page of a list of leads.' })
class LeadPage {
  @Field(() => [Lead], { description: 'The page.' })
  items!: Lead[];
  @Field(() => Int, { description: 'How many there are on all pages.' })
  total!: number;
}

@ObjectType({ simpleResolvers: true, description: 'One part of a CSV file.' })
class LeadsCsv {
  @Field(() => String, { description: 'Its rows; the first part begins with the names of the columns.' })
  text!: string;
  @Field(() => String, { nullable: true, description: 'Asks for the part after it; null at the end.' })
  next!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'What a visitor sees after the form.' })
class SubmittedLead {
  @Field(() => ID, { description: 'The lead’s id.' })
  id!: string;
  @Field(() => PostSubmissionType, { description: 'A thank-you text, or another page.' })
  postSubmissionType!: PostSubmissionType;
  @Field(() => String, { description: 'The thank-you text.' })
  thankYouMessage!: string;
  @Field(() => String, { nullable: true, description: 'The https address to go to.' })
  redirectUrl!: string | null;
}

/** A held lead does not exist for its client. */
const find = (ctx: Context) => (id: string) =>
  ctx.dataSource.manager.findOneBy(Lead, ctx.actor.role === 'admin' ? { id } : { id, held: false });

@Resolver(() => Lead)
export class LeadResolver {
  @Authorized<Role>(...DASHBOARD)
  @Query(() => LeadPage, { description: 'A client’s leads, newest first.' })
  async leads(@Args(() => LeadsArgs) args: LeadsArgs, @Ctx() ctx: Context): Promise<LeadPage> {
    const isOwn = isOwnDashboard(ctx, args.clientId);
    if (!isOwn) await openDashboard(ctx, args.clientId);
    const page = await findLeads(ctx.dataSource.manager, args, ctx.actor.role === 'admin');
    // Leads show that their client exists; only where there are none is it asked for.
    if (isOwn && page.items.length === 0) await openDashboard(ctx, args.clientId);
    for (const { campaignId, campaignName } of page.items) ctx.loaders.campaignName.prime(campaignId, campaignName);
    return page;
  }

  @Authorized<Role>(...DASHBOARD)
  @Query(() => LeadsCsv, { description: 'The leads of a filter as CSV, in parts of a thousand.' })
  async leadsCsv(
    @Args(() => LeadFilter) filter: LeadFilter,
    @Arg('after', () => String, {
      nullable: true,
      description: 'The `next` of the part before; the first part where left out.',
    })
    after: string | null,
    @Ctx() ctx: Context,
  ): Promise<LeadsCsv> {
    await openDashboard(ctx, filter.clientId);
    return exportLeads(ctx.dataSource.manager, filter, ctx.actor.role === 'admin', after ?? null);
  }

  @Authorized<Role>(...DASHBOARD)
  @Query(() => Lead, { description: 'One lead.' })
  lead(@Id('The lead’s') id: string, @Ctx() ctx: Context): Promise<Lead> {
    return openOwned(ctx, id, find(ctx), 'Lead');
  }

  @Authorized<Role>(...PUBLIC)
  @SeesAllClients()
  @Mutation(() => SubmittedLead, { description: 'Sends a visitor’s form.' })
  submitLead(
    @Arg('client', () => String, { description: 'The client’s handle or id.' }) client: string,
    @Arg('slug', () => String, { description: 'The campaign’s slug.' }) slug: string,
    // Written into the operation, the values have no prototype, which class-validator takes for a fault; checkForm checks them.
    @Arg('formData', () => GraphQLJSONObject, { validate: false, description: 'The values by form field id.' })
    formData: Record<string, unknown>,
    @Arg('source', () => String, { nullable: true, description: 'Where the visitor came from.' }) source: string | null,
    @Arg('pageVersion', () => String, {
      nullable: true,
      description:
        'The pageVersion of the landing page that the visitor saw; without it the lead counts as made under the present disclosure.',
    })
    pageVersion: string | null,
    @Arg('formToken', () => String, {
      nullable: true,
      description: 'What the landing page was signed with; a call that comes from no page has none.',
    })
    formToken: string | null,
    @Arg('trapped', () => Boolean, {
      defaultValue: false,
      description: 'The field of the landing page that people do not see was filled in.',
    })
    trapped: boolean,
    @Arg('idempotencyKey', () => String, {
      nullable: true,
      description: 'A retry with the same key answers the first result.',
    })
    idempotencyKey: string | null,
    @Ctx() ctx: Context,
  ): Promise<SubmittedLead> {
    return submitLead(ctx, { client, slug, formData, source, pageVersion, formToken, trapped, idempotencyKey });
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => Lead, { description: 'Changes a lead.' })
  async updateLead(
    @Id('The lead’s') id: string,
    @Input(() => UpdateLeadInput, 'What to change.') input: UpdateLeadInput,
    @Ctx() ctx: Context,
  ): Promise<Lead> {
    await openOwned(ctx, id, find(ctx), 'Lead');
    return updateLead(ctx, id, input);
  }

  @Authorized<Role>(...DASHBOARD)
  @Mutation(() => Boolean, { description: 'Deletes a lead; its follow-ups end.' })
  async deleteLead(@Id('The lead’s') id: string, @Ctx() ctx: Context): Promise<boolean> {
    const { clientId } = await openOwned(ctx, id, find(ctx), 'Lead');
    await ctx.dataSource.transaction((db) => deleteLeads(db, clientId, [id]));
    ctx.followUps.nudge();
    return true;
  }

  @FieldResolver(() => String, { description: 'The name of its campaign.' })
  campaignName(@Root() { campaignId }: Lead, @Ctx() { loaders }: Context): Promise<string> {
    return loaders.campaignName.load(campaignId);
  }

  @FieldResolver(() => [Enrollment], { description: 'Its way through sequences, oldest first.' })
  enrollments(@Root() { id }: Lead, @Ctx() { loaders }: Context): Promise<Enrollment[]> {
    return loaders.enrollments.load(id);
  }
}
