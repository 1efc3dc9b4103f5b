import { type Lead, LeadStatus } from '../leads/lead.entity';
import { conversionData, isAdConversion, toConversion } from './conversion-event';

const lead = {
  id: '0b8f6a52-6a0e-4f0e-9d0a-3f1c2b7d8e90',
  campaignId: '5d0c8a3e-2f6b-4a57-8f0e-1f2c3b4d5e6f',
  email: ' John_Smith@Gmail.com ',
  phoneE164: '+16505551212',
  attribution: { utmSource: 'google', gclid: 'Cj0K', wbraid: 'W1', fbclid: 'IwAR0' },
  adConsent: null,
  createdAt: new Date('2026-03-14T15:09:26.501Z'),
} as unknown as Lead;
const now = new Date('2026-03-15T09:00:00.000Z');

// The examples of both networks:
// https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/customer-information-parameters
const EMAIL = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';
const META_PHONE = 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176';

describe('conversionData', () => {
  it('contains what Google Ads and Meta expect, hashed as in the examples of their documentation', () => {
    const id = `${lead.id}-lead`;
    const data = conversionData(lead, 'lead', now);
    expect(data).toEqual({
      id,
      leadId: lead.id,
      campaignId: lead.campaignId,
      conversion: 'lead',
      occurredAt: lead.createdAt,
      adConsent: null,
      googleAds: {
        transactionId: id,
        eventTimestamp: lead.createdAt,
        eventSource: 'WEB',
        adIdentifiers: { gclid: 'Cj0K', wbraid: 'W1' },
        userData: {
          userIdentifiers: [{ emailAddress: EMAIL }, { phoneNumber: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        },
        consent: { adUserData: 'CONSENT_STATUS_UNSPECIFIED' },
      },
      meta: {
        event_name: 'Lead',
        event_time: 1_773_500_966,
        event_id: id,
        action_source: 'system_generated',
        user_data: {
          external_id: [expect.stringMatching(/^[0-9a-f]{64}$/)],
          em: [EMAIL],
          ph: [META_PHONE],
          fbc: 'fb.1.1773500966501.IwAR0',
        },
      },
    });
    expect(JSON.stringify(data)).not.toMatch(/smith|5551212/i);
  });

  it('omits what is unknown, and says when consent was given', () => {
    const anonymous = {
      ...lead,
      email: null,
      phoneE164: null,
      attribution: { gclid: 'Cj0K' },
      adConsent: true,
    } as Lead;
    expect(conversionData(anonymous, 'qualified', now)).toMatchObject({
      id: `${lead.id}-qualified`,
      occurredAt: now,
      googleAds: {
        transactionId: `${lead.id}-qualified`,
        eventTimestamp: now,
        eventSource: 'WEB',
        adIdentifiers: { gclid: 'Cj0K' },
        consent: { adUserData: 'CONSENT_GRANTED' },
      },
      meta: null,
    });
    expect(JSON.stringify(conversionData(anonymous, 'qualified', now))).not.toContain('userData');
    expect(conversionData({ ...anonymous, attribution: { fbclid: 'IwAR0' } } as Lead, 'converted', now)).toMatchObject({
      googleAds: null,
      meta: { event_name: 'ConvertedLead', event_time: now.getTime() / 1000, user_data: { fbc: expect.any(String) } },
    });
    const { googleAds } = conversionData({ ...lead, attribution: {} } as Lead, 'lead', now) as { googleAds: object };
    expect(googleAds).not.toHaveProperty('adIdentifiers');
  });

  it('a lead that is reported after more than seven days has a time that Meta accepts', () => {
    const late = new Date(lead.createdAt.getTime() + 7 * 86_400_000 + 1);
    const timeAt = (reportedAt: Date) =>
      (conversionData(lead, 'lead', reportedAt) as { meta: { event_time: number } }).meta.event_time;
    expect(timeAt(late)).toBe(Math.floor(late.getTime() / 1000));
    expect(timeAt(new Date(late.getTime() - 2))).toBe(Math.floor(lead.createdAt.getTime() / 1000));
  });

  it.each([
    ['Cloudy.San.Francisco@GoogleMail.com', 'cloudysanfrancisco@googlemail.com'],
    ['a.b@example.com', 'a.b@example.com'],
    ['a b@gmail.com', 'ab@gmail.com'],
  ])('Google’s hash of %j is that of %j', (email, normalized) => {
    const hashOf = (address: string) => {
      const data = conversionData({ ...lead, email: address } as Lead, 'lead', now) as {
        googleAds: { userData: { userIdentifiers: object[] } };
      };
      return data.googleAds.userData.userIdentifiers[0];
    };
    expect(hashOf(email)).toEqual(hashOf(normalized));
  });
});

it.each([
  [{ gclid: 'a' }, null, true],
  [{ utmMedium: 'cpc' }, true, true],
  [{ utmMedium: 'email' }, null, false],
  [{ gclid: 'a' }, false, false],
  [{ referrer: 'https://www.google.com/' }, true, false],
  [{}, true, false],
  [null, true, false],
])('isAdConversion of %j with the consent %j is %j', (attribution, adConsent, expected) =>
  expect(isAdConversion({ attribution, adConsent } as Lead)).toBe(expected),
);

it('the arrival of a lead, its qualification and its conversion are conversions', () =>
  expect((['lead', ...Object.values(LeadStatus)] as const).map((cause) => [cause, toConversion(cause)])).toEqual([
    ['lead', 'lead'],
    ['new', null],
    ['contacted', null],
    ['qualified', 'qualified'],
    ['converted', 'converted'],
  ]));
