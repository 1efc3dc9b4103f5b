import { placementSource } from '@dripline/contract/rules/placement-source';
import type { AttributionField } from '@dripline/runtime/landing/attribution';
import { MAX_BULK_IDS } from '@dripline/contract/limits';
import { ArrayMaxSize, ArrayMinSize, IsOptional, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { type EntityManager, In } from 'typeorm';
import { findConnection } from '../api/connections/connections';
import { fieldError } from '../api/errors';
import { toCsv, toSafeText } from '../api/to-csv';
import type { Order } from '../api/connections/ordering';
import { AbTestVariant } from '../ab-tests/ab-test-variant.entity';
import { Campaign } from '../campaigns/campaign.entity';
import type { FormField } from '../campaigns/form-field.entity';
import { Placement } from '../placements/placement.entity';
import { LeadFilter } from './filters/lead-filter';
import { Member } from '../sessions/members/member.entity';
import { leadList, leadOrder } from './lead.connection';
import type { Lead } from './lead.entity';
import { loadTagsOfLeads } from './tags/load-tags';

/** Maximum number of leads in one part of an export. Parts of large leads contain fewer. */
const PART_SIZE = 1_000;
/** Maximum number of form fields that have a column. The answers to all others are in the last column. */
const MAX_COLUMNS = 200;
/** Maximum length of a form field's id. */
const MAX_COLUMN_LENGTH = 100;

@ObjectType({ simpleResolvers: true, description: 'A part of a CSV file.' })
export class LeadsCsv {
  @Field(() => String, { description: 'The rows. The first part starts with the column names.' })
  csv!: string;
  @Field(() => String, { nullable: true, description: 'The cursor of the next part, or null at the end.' })
  nextCursor!: string | null;
}

@ArgsType()
export class LeadsCsvArgs {
  @Field(() => ID, { description: 'The ID of the client.' })
  clientId!: string;

  @Field(() => LeadFilter, { nullable: true, description: 'Exports only the leads that match.' })
  @IsOptional()
  @ValidateNested()
  filter?: LeadFilter | null;

  @Field(() => [ID], {
    nullable: true,
    description: `Exports only these 1 to ${MAX_BULK_IDS} leads. IDs that are not of the client’s leads are ignored.`,
  })
  @IsOptional()
  @ArrayMinSize(1, { message: 'ids must contain at least one ID.' })
  @ArrayMaxSize(MAX_BULK_IDS, { message: `ids must contain at most ${MAX_BULK_IDS} IDs.` })
  ids?: string[] | null;

  @Field(() => leadOrder.type, { nullable: true, description: 'The order of the leads.' })
  orderBy?: Order | null;

  @Field(() => String, {
    nullable: true,
    description: 'The `nextCursor` of the previous part. Omit it for the first part.',
  })
  @IsOptional()
  after?: string | null;
}

/** A part continues after a lead, with the columns of the first part. Neither reveals anything if it is forged. */
interface Cursor {
  after: string;
  columns: string[];
}

/** The columns of the attribution. */
const attributionColumns: Record<AttributionField, string> = {
  referrer: 'Referrer',
  utmSource: 'UTM Source',
  utmMedium: 'UTM Medium',
  utmCampaign: 'UTM Campaign',
  utmTerm: 'UTM Term',
  utmContent: 'UTM Content',
  gclid: 'GCLID',
  gbraid: 'GBRAID',
  wbraid: 'WBRAID',
  fbclid: 'FBCLID',
};
const fixedColumns = [
  ...['Received', 'Campaign', 'Status', 'Full Name', 'Email', 'Phone', 'Source', 'Placement', 'Tags', 'Owner'],
  ...Object.values(attributionColumns),
  'Ad Consent',
  'A/B Test Page',
];
const contactKeys = ['fullname', 'name', 'email', 'phone', 'phonenumber'];

/**
 * Exports one part of the filtered leads as CSV (RFC 4180). The form's questions have a column each. The last column
 * contains all other answers as JSON, so that visitors cannot add columns.
 *
 * @param withHeld whether to include leads over the monthly limit
 */
export async function exportLeads(db: EntityManager, args: LeadsCsvArgs, withHeld: boolean): Promise<LeadsCsv> {
  const { clientId } = args;
  const previous = args.after == null ? null : readCursor(args.after);
  const questions = previous ? [] : await findQuestions(db, clientId, args.filter?.campaignId ?? null);
  const columns = previous?.columns ?? questions.map(({ id }) => id);
  const list = leadList('lead.client_id', args, withHeld);
  const { nodes, pageInfo } = await findConnection(db, list, { first: PART_SIZE, after: previous?.after }, clientId);
  const campaigns = await db.find(Campaign, {
    select: { id: true, name: true },
    where: { id: In([...new Set(nodes.map(({ campaignId }) => campaignId))]) },
  });
  const names = new Map(campaigns.map(({ id, name }) => [id, name]));
  const tags = await loadTagsOfLeads(
    db,
    nodes.map(({ id }) => id),
  );
  const members = await db.find(Member, { select: { id: true, name: true }, where: { clientId } });
  const owners = new Map(members.map(({ id, name }) => [id, name]));
  const placements = await db.find(Placement, { select: { code: true, name: true }, where: { clientId } });
  const placementNames = new Map(placements.map(({ code, name }) => [placementSource(code), name]));
  const variants = await db.find(AbTestVariant, {
    select: { id: true, position: true },
    where: { id: In([...new Set(nodes.flatMap(({ variantId }) => variantId ?? []))]) },
  });
  const pages = new Map(variants.map(({ id, position }) => [id, 'ABCD'[position]!]));
  const rows = nodes.map((lead, index) => {
    const campaign = names.get(lead.campaignId) ?? '';
    const placement = placementNames.get(lead.source ?? '') ?? '';
    const owner = owners.get(lead.ownerId ?? '') ?? '';
    const page = pages.get(lead.variantId ?? '') ?? '';
    return toCells(lead, { campaign, placement, tags: tags[index]!, owner, page }, columns);
  });
  const csv = toCsv(previous ? rows : [toHeader(questions), ...rows], previous === null);
  return { csv, nextCursor: pageInfo.hasNextPage ? writeCursor({ after: pageInfo.endCursor!, columns }) : null };
}

function toCells(
  { createdAt, status, fullName, email, phone, source, attribution, adConsent, formData }: Lead,
  {
    campaign,
    placement,
    tags,
    owner,
    page,
  }: Record<'campaign' | 'placement' | 'owner' | 'page', string> & { tags: string[] },
  columns: string[],
): string[] {
  const contact = [fullName, email, phone];
  const isShown = (key: string) =>
    columns.includes(key) || (contactKeys.includes(key.toLowerCase()) && contact.includes(formData[key]!.trim()));
  const others = Object.entries(formData).filter(([key, value]) => !isShown(key) && value !== '');
  return [
    createdAt.toISOString(),
    campaign,
    status,
    ...[...contact, source].map((text) => text ?? ''),
    placement,
    tags.join(', '),
    owner,
    ...Object.keys(attributionColumns).map((field) => attribution?.[field as AttributionField] ?? ''),
    adConsent === null ? '' : adConsent ? 'yes' : 'no',
    page,
    ...columns.map((key) => (Object.hasOwn(formData, key) ? formData[key]! : '')),
    others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '',
  ];
}

type Question = Pick<FormField, 'id' | 'label'>;

/**
 * Returns the column names: the labels of the questions. A label that occurs twice, or that is the name of another column,
 * is followed by the field's id.
 */
function toHeader(questions: Question[]): string[] {
  const last = questions.some(({ id }) => id === 'extra') ? '_extra' : 'extra';
  const heads = questions.map(({ label }) => toSafeText(label).trim());
  const isTaken = (head: string) =>
    [...fixedColumns, last, ...heads].filter((other) => other.toLowerCase() === head.toLowerCase()).length > 1;
  const taken = heads.map(isTaken);
  for (const [index, { id }] of questions.entries()) {
    if (taken[index]) heads[index] += ` (${id})`;
    while (isTaken(heads[index]!)) heads[index] += '_';
  }
  return [...fixedColumns, ...heads, last];
}

/** Returns the form fields of the filtered campaigns, those of most campaigns first, with the label of most of them. */
async function findQuestions(db: EntityManager, clientId: string, campaignId: string | null): Promise<Question[]> {
  return db.query<Question[]>(
    `SELECT field.id, mode() WITHIN GROUP (ORDER BY field.label) AS label FROM form_fields field JOIN campaigns campaign ON campaign.id = field.campaign_id
     WHERE campaign.client_id = $1 AND campaign.id = coalesce($2, campaign.id) AND lower(field.id) <> ALL ($3)
     GROUP BY field.id ORDER BY count(*) DESC, min(field.position), field.id LIMIT ${MAX_COLUMNS}`,
    [clientId, campaignId, contactKeys],
  );
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): Cursor {
  try {
    const { after, columns } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    const isColumn = (column: unknown) => typeof column === 'string' && column.length <= MAX_COLUMN_LENGTH;
    const isValid = typeof after === 'string' && columns.length <= MAX_COLUMNS && columns.every(isColumn);
    if (isValid) return { after, columns };
  } catch {
    // A cursor that cannot be parsed is rejected below.
  }
  throw fieldError('after', 'after must be the `nextCursor` of the previous part.');
}
