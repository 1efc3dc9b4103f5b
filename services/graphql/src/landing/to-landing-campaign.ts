import { createHash } from 'node:crypto';
import { BRAND_COLOR } from '@dripline/contract/limits';
import { shownDisclosure } from '@dripline/contract/rules/disclosure';
import type { Context } from '../api/context';
import type { AbTestVariant } from '../ab-tests/ab-test-variant.entity';
import { formOf, pageOf } from '../ab-tests/variant-page';
import { shownBrand } from '../clients/brand.types';
import { siteUrlOf } from '../clients/client-domain';
import type { Landing } from './find-landings';
import { smallCopy } from './load-landing-images';
import type { LandingCampaign } from './landing.types';

/** Loads the public fields of a landing page's campaign, as it is or as a variant of an A/B test. */
export async function toLandingCampaign(
  { loaders, settings }: Context,
  { client, campaign: own, translations }: Landing,
  variant?: AbTestVariant,
): Promise<LandingCampaign> {
  const { productName, color, logoImageUrl, faviconImageUrl, socialImageUrl } = shownBrand(client);
  const page = variant ? { ...own, ...pageOf(own, variant), pageVersion: variant.pageVersion } : own;
  const campaign = {
    ...page,
    logoImageUrl: page.logoImageUrl ?? logoImageUrl,
    brandColor: page.brandColor.toLowerCase() === BRAND_COLOR ? color : page.brandColor,
  };
  const image = (url: string | null) => (url?.startsWith('/objects/') ? loaders.landingImage.load(url) : null);
  const [fields, logoImage, backgroundImage, formImage, faviconUrl] = await Promise.all([
    loaders.formFields.load(campaign.id),
    image(campaign.logoImageUrl),
    image(campaign.backgroundImageUrl),
    image(campaign.formImageUrl),
    smallCopy(loaders, faviconImageUrl),
  ]);
  const formFields = variant ? formOf(fields, variant) : fields;
  return {
    ...campaign,
    id: publicId(campaign.id),
    translations,
    logoImage,
    backgroundImage,
    formImage,
    disclosure: shownDisclosure(campaign.disclosure, formFields, client.businessName),
    clientHandle: client.handle,
    businessName: client.businessName,
    whiteLabel: client.whiteLabelEnabled,
    productName,
    faviconUrl,
    socialImageUrl,
    siteUrl: siteUrlOf(client, settings),
    formFields,
  };
}

/**
 * Derives the public ID of a campaign. The campaign's own ID is not public, because it opens the dashboard of a client
 * without a login.
 */
function publicId(id: string): string {
  const hex = createHash('sha256').update(`public campaign ${id}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
