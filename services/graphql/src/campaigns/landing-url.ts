import type { Context } from '../api/context';
import type { Campaign } from './campaign.entity';

/** Returns the public URL of a campaign's landing page. */
export async function landingUrl({ loaders, settings }: Context, { clientId, slug }: Campaign): Promise<string> {
  return `${settings.publicUrl}/landing/${(await loaders.client.load(clientId)).handle}/${slug}`;
}
