import { cleanText } from './traffic-source';

/**
 * What is known of where a visitor came from, and the query parameter of a landing page that contains it. Google Analytics
 * defines the UTM parameters. Google Ads adds `gclid`, `gbraid` and `wbraid` to the URLs of ads, and Meta `fbclid`.
 */
export const attributionParameters = {
  referrer: 'referrer',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  gclid: 'gclid',
  gbraid: 'gbraid',
  wbraid: 'wbraid',
  fbclid: 'fbclid',
} as const;

export type AttributionField = keyof typeof attributionParameters;
export type Attribution = Partial<Record<AttributionField, string>>;

/** The fields that identify a click on an ad, and with it a person to the ad network. */
export const clickIds: readonly AttributionField[] = ['gclid', 'gbraid', 'wbraid', 'fbclid'];

/** Longer UTM parameters are cut. */
export const MAX_UTM_LENGTH = 200;
/** Longer referrers are left out, and so are longer click IDs, because ad networks do not recognize a part of one. */
const MAX_LENGTH = 500;

const fields = Object.keys(attributionParameters) as AttributionField[];

/** Reads the attribution from the query of a landing page. */
export const readAttribution = (query: URLSearchParams): Attribution =>
  cleanAttribution(Object.fromEntries(fields.map((field) => [field, query.get(attributionParameters[field])])));

/** Writes an attribution to the query of a landing page. */
export function writeAttribution(query: URLSearchParams, attribution: Attribution): void {
  for (const field of fields)
    if (attribution[field] !== undefined) query.set(attributionParameters[field], attribution[field]);
}

/**
 * Returns what of an attribution can be stored. Referrers lose their query, which may contain personal data. Only http
 * and https URLs are referrers.
 */
export function cleanAttribution(
  attribution: Partial<Record<AttributionField, string | null | undefined>>,
): Attribution {
  const cleaned: Attribution = {};
  for (const field of fields) {
    const text = clean(field, attribution[field]);
    if (text !== null) cleaned[field] = text;
  }
  return cleaned;
}

function clean(field: AttributionField, text: string | null | undefined): string | null {
  if (!text) return null;
  if (field === 'referrer') return cleanReferrer(text);
  if (!clickIds.includes(field)) return cleanText(text.trim(), MAX_UTM_LENGTH);
  return text.length <= MAX_LENGTH && /^[\w.~-]+$/.test(text) ? text : null;
}

function cleanReferrer(text: string): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const referrer = `${url.origin}${url.pathname}`;
  return referrer.length <= MAX_LENGTH ? referrer : null;
}
