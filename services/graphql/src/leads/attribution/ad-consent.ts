import { type Attribution, type AttributionField, clickIds } from '@dripline/runtime/landing/attribution';
import type { EntityManager } from 'typeorm';

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
