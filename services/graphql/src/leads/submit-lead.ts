import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { traceparent } from '@dripline/runtime/tracing';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { PostSubmissionType } from '../campaigns/campaign.entity';
import type { Context } from '../api/context';
import { alertAbout } from '../lead-notifications/compose-lead-notification';
import { enroll } from '../enrollments/enroll-lead';
import { TriggerEvent } from '../sequences/sequence.entity';
import { isSpent, spend } from '../api/rate-limits';
import { emitLeadEvent } from '../webhooks/emit-event';
import { checkForm, checkSize } from './check-form';
import { contactOf } from './contact-of';
import { findConsent } from './consent/find-consent';
import { findForm, type SubmittedForm } from './find-form';
import { judgeSubmission } from './spam/classify-submission';
import { keepSpam } from './spam/save-spam';
import { type NewLead, storeLead } from './store-lead';

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
 * Takes a visitor's form. The lead, its consent, its enrollments, what webhooks are told and what Temporal must hear commit together, so none is ever without the others.
 * Over the monthly limit the lead is held, what looks like a robot's is kept apart, and the visitor sees no difference.
 */
export async function submitLead(ctx: Context, submission: Submission): Promise<SubmittedLead> {
  const { slug, formToken, trapped } = submission;
  const db = ctx.dataSource.manager;
  const idempotencyKey = submission.idempotencyKey?.slice(0, 200) || null;
  const form = await findForm(db, submission.client, slug);
  const { client, campaign, fields } = form;
  await spend(ctx.throttles.submission, `${campaign.id}:${ctx.address}`);
  // Before a retry is known as one: what no form may hold is refused under any key.
  checkSize(submission.formData);
  const known = await findKnown(db, campaign.id, idempotencyKey);
  if (known !== null) return answer(known, campaign);
  const formData = checkForm(fields, submission.formData);
  const lead: NewLead = {
    clientId: client.id,
    campaignId: campaign.id,
    formData,
    ...contactOf(formData, fields, ctx.settings.phoneCountry),
    source: submission.source?.slice(0, 100) || null,
    idempotencyKey,
    traceparent: traceparent(),
  };
  const consent = await findConsent(ctx, form, submission.pageVersion);
  const reason = await judgeSubmission(ctx, {
    page: `${client.handle}/${slug}`,
    campaignId: campaign.id,
    formToken: formToken || null,
    trapped,
  });
  if (reason !== null) return answer(await keepSpam(db, { ...lead, consent, reason }), campaign);
  const alert = alertAbout(lead.fullName, campaign.name, client.notificationPhone, ctx.settings.phoneCountry);
  const isFlood = form.begins && (await isFloodOfTexts(ctx, lead));
  const id = await store(ctx, lead, { consent, alert, begins: form.begins }, isFlood).catch(async (error: unknown) => {
    const other = isStoredMeanwhile(error) ? await findKnown(db, campaign.id, idempotencyKey) : null;
    if (other === null) throw error;
    return other;
  });
  ctx.followUps.nudge();
  return answer(id, campaign);
}

/** The id that the first submission with a key was answered, be it a lead or not. */
async function findKnown(db: EntityManager, campaignId: string, key: string | null): Promise<string | null> {
  if (key === null) return null;
  // Planned anew each time: a plan from when there were few leads reads all of the campaign's.
  const [found] = await db.query<{ id: string }[]>(
    'SELECT id FROM leads WHERE campaign_id = $1 AND idempotency_key = $2 UNION ALL SELECT id FROM spam_leads WHERE campaign_id = $1 AND idempotency_key = $2',
    [campaignId, key],
  );
  return found?.id ?? null;
}

/** Somebody who is paid for each text to a number makes numbers up by the block; the lead is kept, and texted by nobody. */
async function isFloodOfTexts({ throttles, address }: Context, { clientId, phoneE164 }: NewLead): Promise<boolean> {
  if (phoneE164 === null) return false;
  const spent = await Promise.all([
    isSpent(throttles.textsFromAddress, `${clientId}:${address}`),
    isSpent(throttles.textsToBlock, `${clientId}:${phoneE164.slice(0, -4)}`),
  ]);
  return spent.includes(true);
}

async function store(
  { dataSource, settings }: Context,
  lead: NewLead,
  parts: Parameters<typeof storeLead>[2],
  isFlood: boolean,
): Promise<string> {
  const alone = parts.begins ? null : await storeLead(dataSource.manager, lead, parts);
  if (alone) return alone.id;
  return dataSource.transaction(async (db) => {
    const { id, held } = (await storeLead(db, lead, { ...parts, begins: true }))!;
    if (held) return id;
    await enroll(db, { ...lead, id }, TriggerEvent.lead_created, { ...settings, isFlood });
    await emitLeadEvent(db, 'lead.created', { ...lead, id });
    return id;
  });
}

/** A submission with the same key was faster; what this one counted is rolled back. */
const isStoredMeanwhile = (error: unknown) =>
  error instanceof QueryFailedError &&
  (error.driverError as { constraint?: string }).constraint === 'leads_idempotency_key';

function answer(
  id: string,
  { postSubmissionType, thankYouMessage, redirectUrl }: SubmittedForm['campaign'],
): SubmittedLead {
  // A row from before today's rules may hold another address: nobody is sent there, and the thank-you text comes instead.
  const onward = isRedirectUrl(redirectUrl) ? redirectUrl : null;
  return {
    id,
    thankYouMessage,
    redirectUrl: onward,
    postSubmissionType: onward === null ? PostSubmissionType.message : postSubmissionType,
  };
}
