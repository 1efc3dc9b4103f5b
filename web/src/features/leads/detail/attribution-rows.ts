import type { LeadQuery } from '../../../shared/graphql/generated';

type Attribution = NonNullable<LeadQuery['lead']['attribution']>;

const labels: Record<Exclude<keyof Attribution, '__typename'>, string> = {
  referrer: 'Referrer',
  utmSource: 'UTM source',
  utmMedium: 'UTM medium',
  utmCampaign: 'UTM campaign',
  utmTerm: 'UTM term',
  utmContent: 'UTM content',
  gclid: 'Google click ID (gclid)',
  gbraid: 'Google click ID (gbraid)',
  wbraid: 'Google click ID (wbraid)',
  fbclid: 'Meta click ID (fbclid)',
};

/** Returns what is known of where a lead came from and of its consent to tell ad networks, a row each. */
export function attributionRows({
  attribution,
  adConsent,
  adConsentText,
}: Partial<Pick<LeadQuery['lead'], 'attribution' | 'adConsent' | 'adConsentText'>> = {}) {
  const rows = (Object.keys(labels) as (keyof typeof labels)[]).map((field) => ({
    label: labels[field],
    value: attribution?.[field],
  }));
  if (adConsent != null) rows.push({ label: 'Ad consent', value: adConsent ? 'Given' : 'Refused' });
  rows.push({ label: 'Ad consent text', value: adConsentText });
  return rows.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}
