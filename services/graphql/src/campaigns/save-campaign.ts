import { validationMessages } from '@dripline/contract/validation-messages';
import { isDefaultText, languageTexts } from '@dripline/contract/rules/languages';
import { BRAND_COLOR, MAX_FORM_BYTES, MAX_SLUG_LENGTH, MAX_TRANSLATIONS } from '@dripline/contract/limits';
import { type EntityManager, Like } from 'typeorm';
import type { Client } from '../clients/client.entity';
import type { Context, Settings } from '../api/context';
import { fieldError, fail } from '../api/errors';
import { assertVersion } from '../api/versions';
import { markUnusedMediaForDeletion } from '../files/mark-for-deletion';
import { renderMedia, validateMedia } from '../files/validate-media';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import { deriveSlug } from '@dripline/contract/rules/slug';
import { uniqueSlug } from './slug';
import { reserveMonthlyQuota } from '../usage/quota';
import { Campaign, CampaignLanguage, CampaignStatus, PostSubmissionType } from './campaign.entity';
import type { CreateCampaignInput, FormFieldInput, UpdateCampaignInput } from './campaign.inputs';
import { campaignMedia, mediaOf } from './campaign-media';
import { SlugRedirect } from './slug-redirect.entity';
import { FormField, FormFieldType } from './form-field.entity';
import { formFieldIds } from './form-field-ids';
import { savePageVersion } from './save-page-version';
import { loadContent, publishCampaignVersion } from './versions/publish-campaign-version';
import { nameOfAccount } from '../sessions/name-of-account';
import { isOwnEndpoint } from './url-rules';

/**
 * Creates a campaign. Throws LIMIT_REACHED when the client's monthly limit is used up.
 *
 * @param inTransaction work that is committed together with the campaign
 */
export async function createCampaign(
  ctx: Context,
  client: Client,
  input: CreateCampaignInput,
  inTransaction?: (db: EntityManager, campaign: Campaign) => Promise<void>,
): Promise<Campaign> {
  const { dataSource, settings } = ctx;
  await renderMedia(ctx, campaignMedia, input);
  const publishedBy = await nameOfAccount(ctx, client.id);
  return dataSource.transaction(async (db) => {
    if (!(await reserveMonthlyQuota(db, client.id, 'campaigns'))) {
      throw fail('LIMIT_REACHED', `Monthly campaign limit of ${client.monthlyCampaignLimit} reached`);
    }
    const campaign = db.create(Campaign, { clientId: client.id });
    apply(campaign, input, settings);
    await validateMedia(db, settings, { rules: campaignMedia, before: {}, media: campaign, clientId: client.id });
    await validateTranslation(db, campaign);
    campaign.slug = input.slug?.trim() ? cleanSlug(input.slug) : await slugFromName(db, campaign);
    const created = await store(db, campaign, input.formFields ?? []);
    await publishCampaignVersion(db, created, null, publishedBy);
    await inTransaction?.(db, created);
    return created;
  });
}

interface UpdateCampaignOptions {
  /** The account that publishes a version. */
  publishedBy: string;
  expectedVersion?: number | null | undefined;
  /** Work that is committed together with the change. */
  inTransaction?: (db: EntityManager) => Promise<void>;
}

/** Updates a campaign. Fields that the input omits are unchanged. */
export async function updateCampaign(
  ctx: Pick<Context, 'dataSource' | 'settings' | 'objectStore'>,
  { id }: Campaign,
  input: UpdateCampaignInput,
  { publishedBy, expectedVersion, inTransaction }: UpdateCampaignOptions,
): Promise<Campaign> {
  await renderMedia(ctx, campaignMedia, input);
  const saved = await ctx.dataSource.transaction(async (db) => {
    await inTransaction?.(db);
    await assertVersion(db, Campaign, { id }, expectedVersion, {
      relations: { formFields: true },
      order: { formFields: { position: 'ASC' } },
    });
    return storeCampaignUpdate(db, ctx.settings, id, input, publishedBy);
  });
  void deleteMarkedObjects(ctx);
  return saved;
}

/** Updates a campaign in a transaction of the caller, which has rendered new images before. */
export async function storeCampaignUpdate(
  db: EntityManager,
  settings: Settings,
  id: string,
  input: UpdateCampaignInput,
  publishedBy: string,
): Promise<Campaign> {
  // The lock makes the later of two concurrent updates see the images that the earlier one stored. Views, whose foreign
  // key locks the campaign too, do not wait for it.
  const campaign = await db.findOne(Campaign, { where: { id }, lock: { mode: 'for_no_key_update' } });
  if (!campaign) throw fail('NOT_FOUND', 'Campaign not found');
  const before = await loadContent(db, id);
  const media = mediaOf(campaign);
  const { slug: previousSlug, translationOfId: previousOriginal } = campaign;
  apply(campaign, input, settings);
  await validateMedia(db, settings, {
    rules: campaignMedia,
    before: media,
    media: campaign,
    clientId: campaign.clientId,
  });
  // The original may have been deleted since.
  if (campaign.translationOfId !== previousOriginal) await validateTranslation(db, campaign);
  if (input.slug?.trim()) campaign.slug = cleanSlug(input.slug);
  else if (input.slug === '') campaign.slug = await slugFromName(db, campaign);
  if (campaign.slug !== previousSlug) await storeFormerSlug(db, campaign, previousSlug);
  const stored = await store(db, campaign, input.formFields ?? null);
  await publishCampaignVersion(db, stored, before, publishedBy);
  await markUnusedMediaForDeletion(db, Object.values(media));
  return stored;
}

function apply(
  campaign: Campaign,
  { formFields: _fields, slug: _slug, archived, ...input }: UpdateCampaignInput,
  { publicUrl }: Settings,
): void {
  const definedFields = Object.entries(input).filter(([, value]) => value !== undefined);
  for (const [name, value] of definedFields) {
    if (name.endsWith('Url')) Object.assign(campaign, { [name]: value || null });
    else if (value !== null || name === 'translationOfId') Object.assign(campaign, { [name]: value });
  }
  if (archived) {
    campaign.status = CampaignStatus.inactive;
    campaign.archivedAt ??= new Date();
  } else if (archived === false || input.status === CampaignStatus.active) campaign.archivedAt = null;
  campaign.name = campaign.name.trim();
  campaign.adConsentText = campaign.adConsentText?.trim();
  // The defaults of the database are English.
  campaign.language ??= CampaignLanguage.en;
  const { disclosure, submit } = languageTexts[campaign.language];
  const isDefault = (kind: 'disclosure' | 'submit', text = '') => text.trim() === '' || isDefaultText(kind, text);
  if (isDefault('disclosure', campaign.disclosure)) campaign.disclosure = disclosure;
  if (isDefault('submit', campaign.submitButtonText)) campaign.submitButtonText = submit;
  campaign.translationOfId ||= null;
  if (campaign.brandColor === '') campaign.brandColor = BRAND_COLOR;
  if (campaign.postSubmissionType === PostSubmissionType.redirect && !campaign.redirectUrl) {
    throw fieldError('redirectUrl', validationMessages.redirectUrl);
  }
  if (input.redirectUrl && isOwnEndpoint(input.redirectUrl, publicUrl))
    throw fieldError('redirectUrl', 'Choose a page. This URL is an API endpoint of this site.');
}

/**
 * Checks that a campaign is a translation of another one of its client. A translation of a translation belongs to the
 * same original, so that there are no chains.
 */
async function validateTranslation(db: EntityManager, campaign: Campaign): Promise<void> {
  const { id, clientId, translationOfId } = campaign;
  if (translationOfId === null) return;
  const chosen = await db.findOne(Campaign, {
    where: { id: translationOfId, clientId },
    // Of two campaigns that become translations of each other at once, one waits and then fails.
    lock: { mode: 'pessimistic_read' },
  });
  const originalId = chosen?.translationOfId ?? translationOfId;
  if (!chosen || chosen.id === id || originalId === id)
    throw fieldError('translationOfId', validationMessages.translationOf);
  if (id !== undefined && (await db.existsBy(Campaign, { translationOfId: id })))
    throw fieldError('translationOfId', validationMessages.originalOfTranslations);
  if ((await db.countBy(Campaign, { translationOfId: originalId })) >= MAX_TRANSLATIONS)
    throw fieldError('translationOfId', validationMessages.maxTranslations);
  campaign.translationOfId = originalId;
}

function cleanSlug(slug: string): string {
  const slugified = deriveSlug(slug, MAX_SLUG_LENGTH);
  if (slugified === '') throw fieldError('slug', 'URL slug must contain letters a to z or digits.');
  return slugified;
}

async function slugFromName(db: EntityManager, { clientId, id, name }: Campaign): Promise<string> {
  const base = deriveSlug(name, MAX_SLUG_LENGTH - 5) || 'campaign';
  const existing = await db.find(Campaign, {
    select: { id: true, slug: true },
    where: { clientId, slug: Like(`${base}%`) },
  });
  return uniqueSlug(base, new Set(existing.filter((other) => other.id !== id).map(({ slug }) => slug)));
}

/**
 * Records a previous slug, because printed QR codes contain it. If several campaigns had it, the latest one keeps it.
 */
async function storeFormerSlug(db: EntityManager, { id, clientId }: Campaign, slug: string): Promise<void> {
  await db.upsert(SlugRedirect, { clientId, slug, campaignId: id }, ['clientId', 'slug']);
}

async function store(db: EntityManager, campaign: Campaign, formFields: FormFieldInput[] | null): Promise<Campaign> {
  const { id } = await db.save(campaign);
  if (formFields !== null) {
    if (Buffer.byteLength(JSON.stringify(formFields)) > MAX_FORM_BYTES)
      throw fieldError('formFields', `A form must have at most ${MAX_FORM_BYTES / 1024} kB.`);
    const ids = formFieldIds(formFields);
    await db.delete(FormField, { campaignId: id });
    await db.insert(
      FormField,
      formFields.map((field, position) => toRow(id, ids[position]!, position, field)),
    );
  }
  await savePageVersion(db, id);
  return db.findOneByOrFail(Campaign, { id });
}

function toRow(campaignId: string, id: string, position: number, field: FormFieldInput) {
  const options =
    field.type === FormFieldType.select ? (field.options ?? []).map((option) => option.trim()).filter(Boolean) : [];
  if (field.type === FormFieldType.select && options.length === 0)
    throw fieldError(`formFields[${position}].options`, validationMessages.fieldOptionsMissing);
  const label = field.label.trim();
  return {
    campaignId,
    id,
    position,
    type: field.type,
    label,
    placeholder: field.placeholder?.trim() || label,
    required: field.required ?? true,
    options,
  };
}
