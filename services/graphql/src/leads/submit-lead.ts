import { createHash } from 'node:crypto';
import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { type AttributionField, cleanAttribution } from '@dripline/runtime/landing/attribution';
import { traceparent } from '@dripline/runtime/tracing';
import { cleanSource } from '@dripline/runtime/landing/traffic-source';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { PostSubmissionType } from '../campaigns/campaign.entity';
import type { Context } from '../api/context';
import { composeLeadNotification } from '../lead-notifications/compose-lead-notification';
import { enrollLead } from '../enrollments/enroll-lead';
import { TriggerEvent } from '../sequences/sequence.entity';
import { addressKey, isExceeded, consume } from '../api/rate-limiters';
import { emitConversions, emitLeadEvent } from '../webhooks/emit-event';
import { fitsSubmission, validateForm, validateSize, validateStoredSize } from './validate-form';
import { extractContact } from './extract-contact';
import { DEADLOCK, retryConflicts } from '../database/retry-conflicts';
import { fail } from '../api/errors';
import { PageVersion } from '../campaigns/page-version.entity';
import { toConsent } from './consent/to-consent';
import { findForm, type SubmittedForm } from './find-form';
import { toFormLabels } from './to-form-labels';
import { keptAttribution, refuseAds, toAdConsent } from './attribution/ad-consent';
import { classifySubmission } from './spam/classify-submission';
import { saveSpam } from './spam/save-spam';
import { type NewLead, storeLead } from './store-lead';

export interface SubmitLeadArgs {
  /** The client's handle or id. */
  client: string;
  slug: string;
  formData: Record<string, unknown>;
  source: string | null;
  attribution: Partial<Record<AttributionField, string | null>> | null;
  /** Whether the visitor lets ad networks know, or null if the page did not ask. */
  adConsent: boolean | null;
  /** The version of the landing page that the visitor saw, or null for an API call. */
  pageVersion: string | null;
  /** The signed token of the landing page, or null for an API call. */
  formToken: string | null;
  /** Whether the honeypot field was filled in. */
  honeypotFilled: boolean;
  /** Whether the browser filled in answers. */
  autofilled: boolean;
  idempotencyKey: string | null;
}

/** What the visitor sees after submitting the form. */
export interface SubmittedLead {
  id: string;
  postSubmissionType: PostSubmissionType;
  thankYouMessage: string;
  redirectUrl: string | null;
}

/**
 * Handles a submission. The lead, its consent, enrollments, webhook deliveries and outbox entries are committed
 * together. Over the monthly limit the lead is held, and spam is stored apart. The visitor sees no difference.
 */
export async function submitLead(ctx: Context, submission: SubmitLeadArgs): Promise<SubmittedLead> {
  const { slug, formToken, honeypotFilled, autofilled } = submission;
  const db = ctx.dataSource.manager;
  const idempotencyKey = submission.idempotencyKey?.slice(0, 200) || null;
  const form = await findForm(db, submission.client, slug);
  const { client, campaign, fields } = form;
  await consume(ctx.rateLimiters.submissionsPerAddress, `${campaign.id}:${addressKey(ctx)}`);
  // Checked before the idempotency key, because oversized input is rejected under any key.
  const bodyHash = idempotencyKey === null ? null : hashOf(validateSize(submission.formData));
  const existingId = await findExisting(db, { campaignId: campaign.id, idempotencyKey, bodyHash });
  if (existingId !== null) {
    // The visitor may have changed their mind before the retry.
    if (submission.adConsent === false) await refuseAds(db, existingId);
    return toResult(existingId, campaign);
  }
  const pageVersion = await findOtherPageVersion(db, campaign, submission.pageVersion);
  const formData = validateForm(fieldsShown(fields, pageVersion), submission.formData, campaign.language);
  const lead: NewLead = {
    clientId: client.id,
    campaignId: campaign.id,
    formData,
    formLabels: null,
    ...extractContact(formData, fields, ctx.settings.phoneCountry),
    source: cleanSource(submission.source || submission.attribution?.utmSource),
    attribution: null,
    ...toAdConsent(ctx, submission.adConsent, campaign, pageVersion),
    variantId: pageVersion?.variantId ?? null,
    idempotencyKey,
    bodyHash,
    traceparent: traceparent(),
  };
  const consent = toConsent(ctx, form, submission.pageVersion, pageVersion);
  validateStoredSize({ ...lead, consent }, formData);
  const formLabels = toFormLabels(form, pageVersion, formData);
  // A form may have as many labels as a submission has room for. Answers come first, and attribution last.
  if (fitsSubmission({ ...lead, consent, formLabels })) lead.formLabels = formLabels;
  const attribution = keptAttribution(lead.adConsent, cleanAttribution(submission.attribution ?? {}));
  if (fitsSubmission({ ...lead, consent, attribution })) lead.attribution = attribution;
  const reason = await classifySubmission(ctx, {
    page: `${client.handle}/${slug}`,
    campaignId: campaign.id,
    formToken: formToken || null,
    honeypotFilled,
    autofilled,
  });
  if (reason !== null) {
    const saved = retryConflicts(() => saveSpam(db, { ...lead, consent, reason }), [DEADLOCK]);
    const spamId = await saved.catch(throwNotFoundIfDeleted);
    return toResult(spamId ?? (await findExisting(db, lead))!, campaign);
  }
  const notification = client.leadNotificationsEnabled
    ? composeLeadNotification(lead.fullName, campaign.name, client.notificationPhone, ctx.settings.phoneCountry)
    : null;
  const isFlood = form.startsWork && (await isMessageFlood(ctx, lead));
  const work = { consent, notification, startsWork: form.startsWork };
  // The client may be deleted at the same time.
  const id = await retryConflicts(() => store(ctx, lead, work, isFlood), [DEADLOCK])
    .catch(throwNotFoundIfDeleted)
    .catch(async (error: unknown) => {
      const existingId = isDuplicateKey(error) ? await findExisting(db, lead) : null;
      if (existingId === null) throw error;
      return existingId;
    });
  ctx.outboxRelay.wake();
  return toResult(id, campaign);
}

/**
 * Finds the id of the first submission with an idempotency key, be it a lead or spam.
 *
 * @throws CONFLICT if it submitted other values
 */
async function findExisting(
  db: EntityManager,
  { campaignId, idempotencyKey, bodyHash }: Pick<NewLead, 'campaignId' | 'idempotencyKey' | 'bodyHash'>,
): Promise<string | null> {
  if (idempotencyKey === null) return null;
  // Not a prepared statement: a plan from when there were few leads would scan all leads of the campaign.
  const [existing] = await db.query<{ id: string; hash: string | null }[]>(
    'SELECT id, body_hash AS hash FROM leads WHERE campaign_id = $1 AND idempotency_key = $2 UNION ALL SELECT id, body_hash FROM spam_leads WHERE campaign_id = $1 AND idempotency_key = $2',
    [campaignId, idempotencyKey],
  );
  // Leads of the previous release have no hash.
  if (existing && existing.hash !== null && existing.hash !== bodyHash)
    throw fail('CONFLICT', 'This Idempotency-Key was used for another submission. Send a new key.');
  return existing?.id ?? null;
}

/** Finds the version of the page that the visitor saw, unless it is the campaign's current one. */
async function findOtherPageVersion(
  db: EntityManager,
  { id: campaignId, pageVersion }: SubmittedForm['campaign'],
  version: string | null,
): Promise<PageVersion | null> {
  return version && version !== pageVersion ? db.findOneBy(PageVersion, { campaignId, version }) : null;
}

/** Returns the fields that the visitor could fill in. Variants of A/B tests may show fewer than the campaign has. */
function fieldsShown(fields: SubmittedForm['fields'], pageVersion: PageVersion | null): SubmittedForm['fields'] {
  if (!pageVersion?.variantId) return fields;
  return fields.filter(({ id }) => Object.hasOwn(pageVersion.formLabels ?? {}, id));
}

/** Hashes the submitted values, regardless of their order. */
function hashOf(values: Record<string, string>): string {
  const entries = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
}

/**
 * Returns whether unusually many numbers came from one address. Their leads are stored but receive no messages, because
 * fraudsters invent numbers to earn from the messages sent to them (SMS pumping). The claim limits number ranges.
 */
async function isMessageFlood(ctx: Context, { clientId, phoneE164 }: NewLead): Promise<boolean> {
  if (phoneE164 === null) return false;
  return isExceeded(ctx.rateLimiters.messagesPerAddress, `${clientId}:${addressKey(ctx)}`);
}

async function store(
  { dataSource, settings }: Context,
  lead: NewLead,
  extras: Parameters<typeof storeLead>[2],
  isFlood: boolean,
): Promise<string> {
  const stored = extras.startsWork ? null : await storeLead(dataSource.manager, lead, extras);
  if (stored) return stored.id;
  return dataSource.transaction(async (db) => {
    const { id, held } = (await storeLead(db, lead, { ...extras, startsWork: true }))!;
    if (held) return id;
    await enrollLead(db, { ...lead, id }, TriggerEvent.lead_created, { ...settings, isFlood });
    await emitLeadEvent(db, 'lead.created', { ...lead, id });
    await emitConversions(db, 'lead', lead.clientId, [id]);
    return id;
  });
}

/**
 * Throws NOT_FOUND if the error means that the campaign is being deleted or was deleted: row-level security or a foreign
 * key was violated. Throws any other error again.
 */
function throwNotFoundIfDeleted(error: unknown): never {
  const { code = '' } = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : {};
  throw ['42501', '23503'].includes(code) ? fail('NOT_FOUND', 'Campaign not found') : error;
}

/** Returns whether the error means that a submission with the same key was stored first. */
const isDuplicateKey = (error: unknown) =>
  error instanceof QueryFailedError &&
  (error.driverError as { constraint?: string }).constraint === 'leads_idempotency_key';

function toResult(
  id: string,
  { postSubmissionType, thankYouMessage, redirectUrl }: SubmittedForm['campaign'],
): SubmittedLead {
  // Campaigns saved under older rules may hold an unsafe URL. They show the thank-you message instead.
  const safeRedirectUrl = isRedirectUrl(redirectUrl) ? redirectUrl : null;
  return {
    id,
    thankYouMessage,
    redirectUrl: safeRedirectUrl,
    postSubmissionType: safeRedirectUrl === null ? PostSubmissionType.message : postSubmissionType,
  };
}
