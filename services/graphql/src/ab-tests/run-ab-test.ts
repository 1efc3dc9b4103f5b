import { validationMessages } from '@dripline/contract/validation-messages';
import { type EntityManager, In, IsNull, Not } from 'typeorm';
import type { Context } from '../api/context';
import { fail, fieldError } from '../api/errors';
import { Campaign } from '../campaigns/campaign.entity';
import { FormField } from '../campaigns/form-field.entity';
import { savePageVersion } from '../campaigns/save-page-version';
import { loadContent, publishCampaignVersion } from '../campaigns/versions/publish-campaign-version';
import { nameOfAccount } from '../sessions/name-of-account';
import { campaignMedia, mediaOf } from '../campaigns/campaign-media';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import { markUnusedMediaForDeletion } from '../files/mark-for-deletion';
import { renderMedia, validateMedia } from '../files/validate-media';
import { AbTest } from './ab-test.entity';
import { AbTestVariant } from './ab-test-variant.entity';
import type { AbTestVariantInput, StartAbTestInput } from './ab-test.inputs';
import { loadVariantStats } from './load-variant-stats';
import { planAbTest } from './plan-ab-test';
import { formOf, pageOf } from './variant-page';

type Changes = Pick<AbTestVariant, 'headline' | 'subheadline' | 'formImageUrl' | 'submitButtonText' | 'hiddenFieldIds'>;

const ownPage: Changes = {
  headline: null,
  subheadline: null,
  formImageUrl: null,
  submitButtonText: null,
  hiddenFieldIds: [],
};

/**
 * Starts an A/B test of a campaign. Its first variant is the campaign’s own page.
 *
 * @throws CONFLICT if the campaign has a test that has not ended
 */
export async function startAbTest(
  ctx: Context,
  { id: campaignId, clientId }: Campaign,
  { goal, improvement, variants }: StartAbTestInput,
): Promise<AbTest> {
  for (const [index, { formImageUrl }] of variants.entries()) {
    if (formImageUrl) await renderMedia(ctx, campaignMedia, { formImageUrl }, pathOf(index));
  }
  return ctx.dataSource.transaction(async (db) => {
    // The lock makes a second test wait, and keeps the form as it is.
    const campaign = await lockCampaign(db, campaignId);
    if (await db.existsBy(AbTest, { campaignId, endedAt: IsNull() }))
      throw fail('CONFLICT', 'This campaign has a test already. End it first.');
    const fields = await findFields(db, campaignId);
    const changes = variants.map((variant, index) => toChanges(campaign, fields, variant, index));
    for (const [index, variant] of changes.entries()) await validateImage(ctx, db, campaign, variant, index);
    const { viewsPerVariant } = await planAbTest(db, campaign, goal, improvement);
    const test = await db.save(db.create(AbTest, { clientId, campaignId, goal, viewsPerVariant }));
    await db.insert(
      AbTestVariant,
      [ownPage, ...changes].map((variant, position) => ({ ...variant, clientId, testId: test.id, position })),
    );
    await savePageVersion(db, campaignId);
    return test;
  });
}

/**
 * Ends a test, and makes the page of one of its variants the campaign’s own.
 *
 * @throws CONFLICT if the test has ended
 */
export async function endAbTest(ctx: Context, { id, campaignId }: AbTest, variantId: string): Promise<AbTest> {
  const publishedBy = await nameOfAccount(ctx);
  const ended = await ctx.dataSource.transaction(async (db) => {
    const campaign = await lockCampaign(db, campaignId);
    const test = await db.findOneByOrFail(AbTest, { id });
    if (test.endedAt) throw fail('CONFLICT', 'This test has ended.');
    const variants = await db.findBy(AbTestVariant, { testId: id });
    const kept = variants.find((variant) => variant.id === variantId);
    if (!kept) throw fieldError('variantId', 'Choose one of the variants of this test.');
    const before = await loadContent(db, campaignId);
    await keepFigures(db, id);
    await db.update(AbTest, { id }, { endedAt: new Date(), keptVariantId: kept.id });
    const media = mediaOf(campaign);
    await db.save(Object.assign(campaign, pageOf(campaign, kept)));
    const shown = formOf(await findFields(db, campaignId), kept).map((field) => field.id);
    await db.delete(FormField, { campaignId, id: Not(In(shown)) });
    await savePageVersion(db, campaignId);
    await publishCampaignVersion(db, campaign, before, publishedBy);
    await markUnusedMediaForDeletion(db, Object.values(media));
    return db.findOneByOrFail(AbTest, { id });
  });
  void deleteMarkedObjects(ctx);
  return ended;
}

/** Stores the figures, because leads are deleted later, also by the client's retention policy. */
async function keepFigures(db: EntityManager, testId: string): Promise<void> {
  const [variants = []] = await loadVariantStats(db, [testId]);
  for (const { id, leads, qualified } of variants) await db.update(AbTestVariant, { id }, { leads, qualified });
}

async function lockCampaign(db: EntityManager, id: string): Promise<Campaign> {
  const campaign = await db.findOne(Campaign, { where: { id }, lock: { mode: 'for_no_key_update' } });
  if (!campaign) throw fail('NOT_FOUND', 'Campaign not found');
  return campaign;
}

const findFields = (db: EntityManager, campaignId: string) =>
  db.find(FormField, { where: { campaignId }, order: { position: 'ASC' } });

const pathOf = (index: number) => `variants.${index}.`;

/** Keeps what differs from the campaign’s own page. */
function toChanges(campaign: Campaign, fields: FormField[], input: AbTestVariantInput, index: number): Changes {
  const other = (name: 'headline' | 'subheadline' | 'formImageUrl' | 'submitButtonText') => {
    const value = input[name]?.trim();
    return value && value !== campaign[name]?.trim() ? value : null;
  };
  const hiddenFieldIds = [...new Set(input.hiddenFieldIds ?? [])];
  if (!hiddenFieldIds.every((id) => fields.some((field) => field.id === id)))
    throw fieldError(`${pathOf(index)}hiddenFieldIds`, 'Choose fields of the campaign’s form.');
  if (hiddenFieldIds.length > 0 && hiddenFieldIds.length === fields.length)
    throw fieldError(`${pathOf(index)}hiddenFieldIds`, validationMessages.variantWithoutField);
  const texts = {
    headline: other('headline'),
    subheadline: other('subheadline'),
    formImageUrl: other('formImageUrl'),
    submitButtonText: other('submitButtonText'),
  };
  if (hiddenFieldIds.length === 0 && Object.values(texts).every((value) => value === null))
    throw fieldError(`variants.${index}`, 'Change something, or remove this page.');
  return { ...texts, hiddenFieldIds };
}

/** Validates the image of a variant, and stores an uploaded one by its path. */
async function validateImage(
  { settings }: Context,
  db: EntityManager,
  campaign: Campaign,
  variant: Changes,
  index: number,
): Promise<void> {
  if (variant.formImageUrl === null) return;
  const before = mediaOf(campaign);
  const media = { ...before, formImageUrl: variant.formImageUrl };
  const { clientId } = campaign;
  await validateMedia(db, settings, { rules: campaignMedia, before, media, clientId, path: pathOf(index) });
  variant.formImageUrl = media.formImageUrl;
}
