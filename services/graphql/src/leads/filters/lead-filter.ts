import { MAX_SEARCH_LENGTH, MAX_TAG_LENGTH } from '@dripline/contract/limits';
import { IsISO8601, IsOptional, IsUUID, Matches, MaxLength } from 'class-validator';
import { MAX_UTM_LENGTH } from '@dripline/runtime/landing/attribution';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Conditions } from '../../api/connections/conditions';
import { LeadStatus } from '../lead.entity';
import { tagKey } from '../tags/tag-names';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Longest source that a submission stores. */
const MAX_SOURCE_LENGTH = 100;

@ObjectType('SavedViewFilter', {
  simpleResolvers: true,
  description: 'The filter of a saved view. Fields that are null match all.',
})
@InputType('LeadFilter', { description: 'Filters leads. Fields that are omitted or null match all.' })
export class LeadFilter {
  @Field(() => ID, { nullable: true, description: 'The campaign.' })
  @IsOptional()
  @IsUUID('loose', { message: 'campaignId must be the ID of a campaign.' })
  campaignId?: string | null;

  @Field(() => LeadStatus, { nullable: true, description: 'The status.' })
  status?: LeadStatus | null;

  @Field(() => String, {
    nullable: true,
    description: 'A part of the name, email address, phone number or campaign name.',
  })
  @IsOptional()
  @MaxLength(MAX_SEARCH_LENGTH, { message: `search must be at most ${MAX_SEARCH_LENGTH} characters.` })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'The traffic source. `direct` matches leads without a source.' })
  @IsOptional()
  @MaxLength(MAX_SOURCE_LENGTH, { message: `source must be at most ${MAX_SOURCE_LENGTH} characters.` })
  source?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The whole UTM campaign of the link that the visitor followed, in its case.',
  })
  @IsOptional()
  @MaxLength(MAX_UTM_LENGTH, { message: `utmCampaign must be at most ${MAX_UTM_LENGTH} characters.` })
  utmCampaign?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The first day on which the lead arrived, as YYYY-MM-DD, in the client’s time zone.',
  })
  @IsOptional()
  @Matches(DAY, { message: 'receivedFrom must be a day, as YYYY-MM-DD.' })
  @IsISO8601({ strict: true }, { message: 'receivedFrom must be a day, as YYYY-MM-DD.' })
  receivedFrom?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The last day on which the lead arrived, as YYYY-MM-DD, in the client’s time zone.',
  })
  @IsOptional()
  @Matches(DAY, { message: 'receivedTo must be a day, as YYYY-MM-DD.' })
  @IsISO8601({ strict: true }, { message: 'receivedTo must be a day, as YYYY-MM-DD.' })
  receivedTo?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the lead has replied to a message.' })
  hasReplied?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the lead is held. Held leads are listed for administrators only.',
  })
  held?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the lead’s number has opted out of the client’s messages.',
  })
  optedOut?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'The member of the client’s team who owns the lead.' })
  @IsOptional()
  @IsUUID('loose', { message: 'ownerId must be the ID of a member.' })
  ownerId?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether somebody owns the lead.' })
  hasOwner?: boolean | null;

  @Field(() => String, { nullable: true, description: 'A tag, regardless of case.' })
  @IsOptional()
  @MaxLength(MAX_TAG_LENGTH, { message: `tag must be at most ${MAX_TAG_LENGTH} characters.` })
  tag?: string | null;
}

/** Filters whose totals `lead_counts` contains. */
type CountedFilter = 'campaignId' | 'status' | 'held';

/** Adds the conditions of the filters that `lead_counts` does not count by. `clientId` is the client in SQL. */
export function addFilters(conditions: Conditions, filter: Omit<LeadFilter, CountedFilter>, clientId: string): void {
  const { source, utmCampaign, receivedFrom, receivedTo, hasReplied, optedOut, ownerId, hasOwner, tag } = filter;
  // The expression of leads_source_idx.
  conditions.equal(`coalesce(lead.source, 'direct')`, source?.trim() || null);
  conditions.equal('lead.utm_campaign', utmCampaign?.trim() || null);
  const startOf = (day: string) =>
    `((${day})::timestamp AT TIME ZONE (SELECT zone.time_zone FROM clients zone WHERE zone.id = ${clientId}))`;
  if (receivedFrom) conditions.add(`lead.created_at >= ${startOf(`${conditions.value(receivedFrom)}::date`)}`);
  if (receivedTo) conditions.add(`lead.created_at < ${startOf(`${conditions.value(receivedTo)}::date + 1`)}`);
  addExistence(
    conditions,
    hasReplied,
    'SELECT FROM replies reply WHERE reply.lead_id = lead.id AND reply.client_id = lead.client_id',
  );
  // Not a join, because Postgres may take the leads for few and then reads the result of the function for each of them.
  if (optedOut != null) conditions.add(`lead.id ${optedOut ? '' : 'NOT '}IN (SELECT opted_out_leads(${clientId}))`);
  conditions.equal('lead.owner_id', ownerId);
  if (hasOwner != null) conditions.add(`lead.owner_id IS ${hasOwner ? 'NOT NULL' : 'NULL'}`);
  if (tag?.trim())
    conditions.add(
      `EXISTS (SELECT FROM lead_tags tagged WHERE tagged.lead_id = lead.id AND tagged.tag_id = (
         SELECT named.id FROM tags named WHERE named.client_id = ${clientId} AND named.key = ${conditions.value(tagKey(tag))}))`,
    );
}

function addExistence(conditions: Conditions, exists: boolean | null | undefined, rows: string): void {
  if (exists != null) conditions.add(`${exists ? '' : 'NOT '}EXISTS (${rows})`);
}

/** Whether `lead_counts` contains the total of the filtered leads. */
export const isCounted = ({ campaignId: _1, status: _2, held: _3, ...others }: LeadFilter): boolean =>
  Object.values(others).every((value) => value == null || (typeof value === 'string' && value.trim() === ''));
