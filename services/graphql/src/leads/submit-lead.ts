import { isRedirectUrl } from '@dripline/contract/redirect-url';
import { traceparent } from '@dripline/contract/tracing';
import type { EntityManager } from 'typeorm';
import { type Campaign, PostSubmissionType } from '../campaigns/campaign.entity';
import type { Context } from '../context';
import { findLanding } from '../landing/find-landing';
import { spend } from '../throttles';
import { reserve } from '../usage/usage';
import { announceLead } from './announce-lead';
import { checkForm, checkSize } from './check-form';
import { Consent } from './consent.entity';
import { contactOf } from './contact-of';
import { findConsent, type GivenConsent } from './find-consent';
import { judgeSubmission } from './judge-submission';
import { keepSpam } from './keep-spam';
import { Lead } from './lead.entity';
import { SpamLead } from './spam-lead.entity';

export interface Submission {
  /** The client's handle or id. */
  client: string;
  slug: string;
  formData: Record<string, unknown>;
  source: string | null;
  /** Which page the visitor saw; null where it was none of ours. */
  pageVersion: string | null;
  /** What that page was signed with; null where it was none of ours. */
  formToken: string | null;
  /** The field that people do not see was filled in. */
  trapped: boolean;
  idempotencyKey: string | null;
}

/** What a visitor sees next. */
export interface SubmittedLead {
  id: string;
  postSubmissionType: PostSubmissionType;
  thankYouMessage: string;
  redirectUrl: string | null;
}

/**
 * Takes a visitor's form. The lead, its consent, its enrollments and what Temporal must hear commit together, so none is ever without the others.
 * Over the monthly limit the lead is held, what looks like a robot's is kept apart, and the visitor sees no difference.
 */
export async function submitLead(ctx: Context, submission: Submission): Promise<SubmittedLead> {
  const { client, campaign } = await findLanding(ctx.dataSource.manager, submission.client, submission.slug);
  await spend(ctx.throttles.submission, `${campaign.id}:${ctx.address}`);
  // Before a retry is known as one: what no form may hold is refused under any key.
  checkSize(submission.formData);
  const idempotencyKey = submission.idempotencyKey?.slice(0, 200) || null;
  const [fields, known] = await Promise.all([
    ctx.loaders.formFields.load(campaign.id),
    idempotencyKey === null ? null : findKnown(ctx.dataSource.manager, campaign.id, idempotencyKey),
  ]);
  if (known !== null) return answer(known, campaign);
  const formData = checkForm(fields, submission.formData);
  const lead: Partial<Lead> = {
    clientId: client.id,
    campaignId: campaign.id,
    formData,
    ...contactOf(formData, fields, ctx.settings.phoneCountry),
    source: submission.source?.slice(0, 100) || null,
    idempotencyKey,
    traceparent: traceparent(),
  };
  const consent = await findConsent(ctx, { client, campaign, fields }, submission.pageVersion);
  const { slug, formToken, trapped } = submission;
  const reason = await judgeSubmission(ctx, { page: `${client.handle}/${slug}`, campaignId: campaign.id, formToken: formToken || null, trapped });
  if (reason !== null) return answer(await keepSpam(ctx.dataSource.manager, { ...lead, consent, reason }), campaign);
  const id = await ctx.dataSource
    .transaction((db) => store(db, lead, consent, ctx.settings.phoneCountry))
    .catch(async (error: unknown) => {
      if (!(error instanceof StoredMeanwhile)) throw error;
      return (await ctx.dataSource.manager.findOneByOrFail(Lead, { campaignId: campaign.id, idempotencyKey: idempotencyKey! })).id;
    });
  ctx.followUps.nudge();
  return answer(id, campaign);
}

/** The id that the first submission with a key was answered, be it a lead or not. */
async function findKnown(db: EntityManager, campaignId: string, key: string): Promise<string | null> {
  const where = { campaignId, idempotencyKey: key };
  const [lead, spam] = await Promise.all([db.findOneBy(Lead, where), db.findOneBy(SpamLead, where)]);
  return lead?.id ?? spam?.id ?? null;
}

/** A submission with the same key was faster; what this one counted is rolled back. */
class StoredMeanwhile extends Error {}

// The limit's row first, then the lead and the counts that follow it: releasing held leads takes them in the same order.
async function store(db: EntityManager, lead: Partial<Lead>, consent: GivenConsent | null, country: string): Promise<string> {
  const held = !(await reserve(db, lead.clientId!, 'leads'));
  const inserted = await db
    .createQueryBuilder()
    .insert()
    .into(Lead)
    .values({ ...lead, held })
    .orIgnore()
    .returning('*')
    .execute();
  const [row] = inserted.raw as { id: string }[];
  if (row === undefined) throw new StoredMeanwhile();
  if (consent) await db.insert(Consent, { leadId: row.id, ...consent });
  if (!held) await announceLead(db, { ...(lead as Lead), id: row.id }, country);
  return row.id;
}

function answer(id: string, { postSubmissionType, thankYouMessage, redirectUrl }: Campaign): SubmittedLead {
  // A row from before today's rules may hold another address: nobody is sent there, and the thank-you text comes instead.
  const onward = isRedirectUrl(redirectUrl) ? redirectUrl : null;
  return { id, thankYouMessage, redirectUrl: onward, postSubmissionType: onward === null ? PostSubmissionType.message : postSubmissionType };
}
