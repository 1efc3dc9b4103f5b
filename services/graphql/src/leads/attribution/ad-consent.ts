import { type Attribution, type AttributionField, clickIds } from '@dripline/runtime/landing/attribution';
import type { EntityManager } from 'typeorm';
import type { Context } from '../../api/context';
import type { Campaign } from '../../campaigns/campaign.entity';
import type { PageVersion } from '../../campaigns/page-version.entity';
import type { Submission } from '../submission.entity';

/**
 * Returns whether ad networks may know of a lead, and the text beside the checkbox. Global Privacy Control takes
 * precedence over the page's question.
 *
 * @param chosen what the visitor chose, or null if the page did not ask
 * @param other the version of the page that the visitor saw, if it is not the campaign's current one
 */
export function toAdConsent(
  { globalPrivacyControl }: Pick<Context, 'globalPrivacyControl'>,
  chosen: boolean | null,
  campaign: Pick<Campaign, 'adConsentText'>,
  other: PageVersion | null,
): Pick<Submission, 'adConsent' | 'adConsentText'> {
  const shown = (other ?? campaign).adConsentText || null;
  return {
    // A page from before the campaign asked has no checkbox, so no answer is a refusal.
    adConsent: globalPrivacyControl ? false : (chosen ?? (campaign.adConsentText === '' ? null : false)),
    adConsentText: chosen === null ? null : shown,
  };
}

/** Returns what is stored of an attribution: no click IDs, which identify people to ad networks, of those who refused. */
export function keptAttribution(adConsent: boolean | null, attribution: Attribution | null): Attribution | null {
  const kept = Object.entries(attribution ?? {}).filter(
    ([field]) => adConsent !== false || !clickIds.includes(field as AttributionField),
  );
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** Stores that ad networks must not receive conversions of a lead or spam, and removes its click IDs. Idempotent. */
export async function refuseAds(db: EntityManager, id: string): Promise<void> {
  const refused = "ad_consent = false, attribution = nullif(attribution - $2::text[], '{}')";
  await db.query(
    `WITH spam AS (UPDATE spam_leads SET ${refused} WHERE id = $1 AND ad_consent IS DISTINCT FROM false)
     UPDATE leads SET ${refused}, updated_at = now() WHERE id = $1 AND ad_consent IS DISTINCT FROM false`,
    [id, clickIds],
  );
}
