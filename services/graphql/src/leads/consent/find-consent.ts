import { fillDisclosure, shownDisclosure } from '@dripline/contract/rules/disclosure';
import type { Campaign } from '../../campaigns/campaign.entity';
import type { FormField } from '../../campaigns/form-field.entity';
import { PageVersion } from '../../campaigns/page-version.entity';
import type { Client } from '../../clients/client.entity';
import type { Context } from '../../api/context';
import { type Consent, ConsentVia } from './consent.entity';

/** What a submission says of the consent, before there is a lead to keep it. */
export type GivenConsent = Pick<Consent, 'wording' | 'via' | 'pageVersion' | 'address' | 'userAgent'>;

interface Page {
  client: Pick<Client, 'businessName'>;
  campaign: Pick<Campaign, 'id' | 'disclosure' | 'pageVersion'>;
  fields: Pick<FormField, 'id' | 'type'>[];
}

const MAX_USER_AGENT_LENGTH = 500;

/** What a visitor agreed to: the words of the page that it saw, be it an earlier one; none where those asked for no phone number. */
export async function findConsent(ctx: Context, page: Page, pageVersion: string | null): Promise<GivenConsent | null> {
  const seen = await findSeen(ctx, page, pageVersion);
  if (seen.wording === null) return null;
  return {
    ...seen,
    wording: seen.wording,
    address: ctx.address,
    userAgent: ctx.visit.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
  };
}

async function findSeen({ dataSource }: Context, { client, campaign, fields }: Page, pageVersion: string | null) {
  const { id: campaignId, disclosure } = campaign;
  if (pageVersion === campaign.pageVersion) {
    return { via: ConsentVia.page, pageVersion, wording: shownDisclosure(disclosure, fields, client.businessName) };
  }
  const former = pageVersion
    ? await dataSource.manager.findOneBy(PageVersion, { campaignId, version: pageVersion })
    : null;
  if (former) return { via: ConsentVia.page, pageVersion: former.version, wording: former.disclosure };
  return {
    via: ConsentVia.api,
    pageVersion: campaign.pageVersion,
    wording: fillDisclosure(disclosure, client.businessName),
  };
}
