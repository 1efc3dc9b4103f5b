import type { Context } from '../api/context';
import { siteUrlOf } from '../clients/client-domain';
import type { Campaign } from './campaign.entity';

/** Returns the public URL of a campaign's landing page. */
export async function landingUrl({ loaders, settings }: Context, { clientId, slug }: Campaign): Promise<string> {
  const client = await loaders.client.load(clientId);
  return `${siteUrlOf(client, settings)}/landing/${client.handle}/${slug}`;
}
