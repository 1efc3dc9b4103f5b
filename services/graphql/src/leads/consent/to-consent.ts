import { fillDisclosure, shownDisclosure } from '@dripline/contract/rules/disclosure';
import type { Campaign } from '../../campaigns/campaign.entity';
import type { FormField } from '../../campaigns/form-field.entity';
import type { PageVersion } from '../../campaigns/page-version.entity';
import type { Client } from '../../clients/client.entity';
import type { Context } from '../../api/context';
import { type Consent, ConsentVia } from './consent.entity';

/** The consent of a submission, before its lead is stored. */
export type SubmittedConsent = Pick<Consent, 'disclosure' | 'via' | 'page' | 'pageVersion' | 'ipAddress' | 'userAgent'>;

interface Page {
  client: Pick<Client, 'businessName' | 'handle'>;
  campaign: Pick<Campaign, 'id' | 'slug' | 'disclosure' | 'pageVersion'>;
  fields: Pick<FormField, 'id' | 'type'>[];
}

export const MAX_USER_AGENT_LENGTH = 500;

/**
 * Returns the consent to the disclosure that a visitor agreed to, also on another version of the page.
 *
 * @param pageVersion the version that the visitor saw, or null for an API call
 * @param other that version, if it is not the campaign's current one
 * @returns null if that page asked for no phone number
 */
export function toConsent(
  ctx: Context,
  page: Page,
  pageVersion: string | null,
  other: PageVersion | null,
): SubmittedConsent | null {
  const agreed = findDisclosure(page, pageVersion, other);
  if (agreed.disclosure === null) return null;
  return {
    ...agreed,
    disclosure: agreed.disclosure,
    page: `${page.client.handle}/${page.campaign.slug}`,
    ipAddress: ctx.ipAddress,
    userAgent: ctx.viewHeaders.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
  };
}

function findDisclosure({ client, campaign, fields }: Page, pageVersion: string | null, other: PageVersion | null) {
  const { disclosure } = campaign;
  if (pageVersion === campaign.pageVersion) {
    return { via: ConsentVia.page, pageVersion, disclosure: shownDisclosure(disclosure, fields, client.businessName) };
  }
  if (other) return { via: ConsentVia.page, pageVersion: other.version, disclosure: other.disclosure };
  return {
    via: ConsentVia.api,
    pageVersion: campaign.pageVersion,
    disclosure: fillDisclosure(disclosure, client.businessName),
  };
}
