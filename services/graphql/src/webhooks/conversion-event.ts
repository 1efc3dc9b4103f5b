import { createHash } from 'node:crypto';
import { type AttributionField, clickIds } from '@dripline/runtime/landing/attribution';
import { type Lead, LeadStatus } from '../leads/lead.entity';

/** A conversion that is reported to ad networks. */
export type Conversion = 'lead' | 'qualified' | 'converted';

/** Returns the conversion that a lead's arrival or new status is, or null if it is none. */
export function toConversion(cause: LeadStatus | 'lead'): Conversion | null {
  if (cause === 'lead') return cause;
  return cause === LeadStatus.qualified || cause === LeadStatus.converted ? cause : null;
}

/**
 * Whether ad networks may receive conversions of the lead: its visitor clicked an ad and did not refuse. Of other tagged
 * links, such as those of newsletters, only those whose visitors agreed.
 */
export const isAdConversion = ({ attribution, adConsent }: Lead): boolean =>
  adConsent !== false &&
  Object.keys(attribution ?? {}).some((field) =>
    adConsent ? field !== 'referrer' : clickIds.includes(field as AttributionField),
  );

/** Meta rejects events that are older. Source: its documentation of `event_time`. */
const META_MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** Meta's names of standard events, and custom event names where it has none. */
const metaNames: Record<Conversion, string> = { lead: 'Lead', qualified: 'QualifiedLead', converted: 'ConvertedLead' };

/**
 * Returns the data of `lead.conversion` events. `googleAds` is an `Event` of Google's Data Manager API, and `meta` an
 * item of `data` of Meta's Conversions API. Contact details are hashed as both require. Each is null if the network could
 * not recognize anybody, because it would reject the event.
 */
export function conversionData(lead: Lead, conversion: Conversion, now: Date): object {
  const { id: leadId, campaignId, adConsent, createdAt } = lead;
  const id = `${leadId}-${conversion}`;
  const occurredAt = conversion === 'lead' ? createdAt : now;
  const event = { id, conversion, occurredAt, now };
  return {
    id,
    leadId,
    campaignId,
    conversion,
    occurredAt,
    adConsent,
    googleAds: toGoogleEvent(lead, event),
    meta: toMetaEvent(lead, event),
  };
}

interface ConversionEvent {
  id: string;
  conversion: Conversion;
  occurredAt: Date;
  now: Date;
}

function toGoogleEvent({ attribution, adConsent, email, phoneE164 }: Lead, { id, occurredAt }: ConversionEvent) {
  const { gclid, gbraid, wbraid } = attribution ?? {};
  const adIdentifiers = { ...(gclid && { gclid }), ...(gbraid && { gbraid }), ...(wbraid && { wbraid }) };
  const userIdentifiers = [
    ...(email ? [{ emailAddress: sha256(toGoogleEmail(email)) }] : []),
    ...(phoneE164 ? [{ phoneNumber: sha256(phoneE164) }] : []),
  ];
  const hasClick = Object.keys(adIdentifiers).length > 0;
  if (!hasClick && userIdentifiers.length === 0) return null;
  return {
    transactionId: id,
    eventTimestamp: occurredAt,
    eventSource: 'WEB',
    ...(hasClick && { adIdentifiers }),
    ...(userIdentifiers.length > 0 && { userData: { userIdentifiers } }),
    consent: { adUserData: adConsent ? 'CONSENT_GRANTED' : 'CONSENT_STATUS_UNSPECIFIED' },
  };
}

function toMetaEvent(lead: Lead, { id, conversion, occurredAt, now }: ConversionEvent) {
  const { email, phoneE164, attribution, createdAt } = lead;
  const fbclid = attribution?.fbclid;
  if (!email && !phoneE164 && !fbclid) return null;
  // A lead that was held, or restored from spam, may be older.
  const eventTime = now.getTime() - occurredAt.getTime() < META_MAX_AGE_MS ? occurredAt : now;
  return {
    event_name: metaNames[conversion],
    event_time: Math.floor(eventTime.getTime() / 1000),
    event_id: id,
    action_source: 'system_generated',
    user_data: {
      external_id: [sha256(lead.id)],
      ...(email && { em: [sha256(email.trim().toLowerCase())] }),
      ...(phoneE164 && { ph: [sha256(phoneE164.replace(/\D/g, ''))] }),
      ...(fbclid && { fbc: `fb.1.${createdAt.getTime()}.${fbclid}` }),
    },
  };
}

/** Normalizes an address: https://developers.google.com/data-manager/api/devguides/concepts/formatting */
function toGoogleEmail(email: string): string {
  const address = email.replace(/\s/g, '').toLowerCase();
  const [, name, domain] = /^(.*)(@(?:gmail|googlemail)\.com)$/.exec(address) ?? [];
  return name === undefined ? address : `${name.replaceAll('.', '')}${domain}`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
