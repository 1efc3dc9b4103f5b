import type { Components, JsonSchema } from './json-schema';
import { resolveReference } from './read-response';

const ID = '0b8f6a52-6a0e-4f0e-9d0a-3f1c2b7d8e90';

const field = (id: string, type: string, label: string, placeholder: string) => ({
  id,
  type,
  label,
  placeholder,
  required: true,
  options: [],
});

/**
 * Example values of properties that are not enums, ids or times: by name, or by `Type.name` if a name has several
 * meanings.
 */
const values: Record<string, unknown> = {
  activeCampaigns: 1,
  'Consent.ipAddress': '203.0.113.77',
  'Consent.userAgent': 'Mozilla/5.0',
  'Consent.page': 'acme-heating/spring-offer',
  'Consent.phoneE164': '+14155552671',
  'Consent.recordedBy': 'maria',
  'Consent.disclosure':
    'By sending this form you agree that Acme Heating may text you about your request. Reply STOP to stop, HELP for help.',
  activeEnrollments: 1,
  actorName: 'admin',
  apiKeyName: null,
  'ApiKey.name': 'CRM',
  'ApiKey.start': 'dripline_Zk3v',
  'ApiKeyWithToken.name': 'CRM',
  'ApiKeyWithToken.start': 'dripline_Zk3v',
  'ApiKeyWithToken.token': 'dripline_Zk3v…',
  'CreateApiKeyInput.name': 'CRM',
  attempts: 1,
  authEnabled: true,
  backgroundImage: null,
  backgroundImageUrl: null,
  body: 'Hi Ann, thanks for your interest!',
  businessName: 'Acme Heating',
  campaignName: 'Spring offer',
  clientHandle: 'acme-heating',
  clientName: 'Acme Heating',
  code: 'BAD_USER_INPUT',
  createdBy: 'maria',
  currentPassword: 'correct horse battery',
  contactEmail: 'owner@acme.example',
  conversions: 3,
  day: '2026-03-14',
  delayMinutes: 5,
  durationMs: 182,
  deliveryStatus: 'delivered',
  description: 'Welcomes every new lead.',
  disclosure:
    'By sending this form you agree that Acme Heating may text you about your request. Reply STOP to stop, HELP for help.',
  email: 'ann@example.com',
  enabled: true,
  end: '08:00',
  failed: false,
  eventId: 'msg_5b1f8a52-0c1e-4f0e-9d0a-3f1c2b7d8e91',
  events: ['lead.created', 'sms.replied'],
  'WebhookDelivery.type': 'lead.created',
  'WebhookDeliveryDetails.type': 'lead.created',
  payload: '{"type":"lead.created","timestamp":"2026-03-14T15:09:26.535Z","data":{…}}',
  responseBody: 'ok',
  responseCode: 200,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  url: 'https://crm.acme.example/webhooks/dripline',
  fileName: 'price-list.pdf',
  'FinishSignInInput.challenge': 'Zk3vT0m5q8Xw2RbYc7LfHd9JnPs4GaVu1EiKoBtMz6Q',
  'FinishSignInInput.code': '123456',
  fileSize: 48213,
  'CreateFileUploadInput.size': 48213,
  'CreateImageUploadInput.size': 48213,
  formData: { fullName: 'Ann Lee', email: 'ann@example.com', phone: '(415) 555-0123' },
  formImage: null,
  formImageSize: 160,
  formFields: [
    field('fullName', 'text', 'Full name', 'Ann Lee'),
    field('email', 'email', 'Email', 'ann@example.com'),
    field('phone', 'tel', 'Phone', '(415) 555-0100'),
  ],
  formImageUrl: null,
  formVideoUrl: null,
  fullName: 'Ann Lee',
  handle: 'acme-heating',
  headline: 'A new boiler by Friday',
  held: false,
  heldLeads: 0,
  invitedBy: 'admin',
  landingUrl: 'https://leads.example.com/landing/acme-heating/spring-offer',
  link: 'https://leads.example.com/admin/join#Zk3vT0m5…',
  logoImage: null,
  logoImageUrl: null,
  logoSize: 64,
  message: 'Hi {{firstName}}, thanks for your interest!',
  'Person.format': 'dripline.person.1',
  'ErasedPerson.leads': 2,
  'ErasedPerson.replies': 1,
  'ErasedPerson.spamSubmissions': 0,
  'ErasedPerson.messages': 3,
  'PersonChange.operation': 'updateLead',
  'PersonWebhookEvent.host': 'crm.acme.example',
  'PersonWebhookEvent.posted': { type: 'lead.created', timestamp: '2026-03-14T15:09:26.535Z', data: {} },
  'PersonWebhookEvent.type': 'lead.created',
  'PersonEnrollment.sequence': 'Welcome',
  'PersonNote.authorName': 'bluewave',
  'PersonNote.body': 'Prefers a call in the morning',
  'PersonLead.leadNotification': 'New lead from Spring offer: Ann Lee',
  'PersonOptOut.phone': '+14155550123',
  'PersonSpamSubmission.consent': {
    disclosure: 'By sending this form you agree…',
    via: 'page',
    pageVersion: '3f9a1c07be52',
    ipAddress: '203.0.113.77',
    userAgent: 'Mozilla/5.0',
  },
  'PersonSpamSubmission.reason': 'too_fast',
  'PersonMessage.to': '+14155550123',
  'ProcessResult.message': 'Sent 2 messages',
  mimeType: 'application/pdf',
  monthlyCampaignLimit: 10,
  monthlyLeadLimit: 1000,
  monthlySMSLimit: 1000,
  monthlySegmentLimit: 10_000_000,
  name: 'Spring offer',
  network: '203.0.113.0/24',
  newPassword: 'another horse battery',
  notificationPhone: '+14155550100',
  objectId: ID,
  objectKind: 'campaign',
  operation: 'updateCampaign',
  optOutsKept: 1,
  outcome: 'ok',
  objectPath: '/objects/uploads/2f1c4b9e.pdf',
  originalName: 'price-list.pdf',
  pageVersion: '3f9a1c07be52',
  password: 'correct horse battery',
  'SignInInput.password': 'the administrator’s password',
  phone: '(415) 555-0123',
  processed: 2,
  reason: null,
  leadDays: 365,
  'SourceStats.leads': 120,
  'SpamLead.reason': 'too_fast',
  redirectUrl: null,
  scans: 12,
  slug: 'spring-offer',
  spamLeads: 2,
  start: '21:00',
  smsThisMonth: 87,
  segmentsThisMonth: 112,
  source: 'qr',
  step: 0,
  subheadline: 'Leave your number and we call you within the hour.',
  submitButtonText: 'Call me',
  tags: ['VIP'],
  thankYouMessage: 'Thank you! We will call you within the hour.',
  timeZone: 'America/New_York',
  token: 'Zk3vT0m5…',
  totalCampaigns: 2,
  totalClients: 14,
  totalLeads: 231,
  totalScans: 12,
  totalSMSMessages: 412,
  totalViews: 960,
  version: 3,
  unmatchedReceipts: 0,
  uploadURL: 'https://leads.example.com/objects/uploads/2f1c4b9e?signature=…',
  objectURL: 'https://leads.example.com/objects/uploads/2f1c4b9e?signature=…',
  username: 'acme',
  'AcceptAdminInvitationInput.username': 'sam',
  'SignInInput.username': 'admin',
  'Administrator.username': 'admin',
  'User.username': 'admin',
  views: 960,
};

/** Builds an example of a schema. Throws if a property has no value in the table. */
export function buildExample(components: Components, declared: JsonSchema, name = '', owner = ''): unknown {
  const schema = resolveReference(components, (declared['anyOf'] as JsonSchema[] | undefined)?.[0] ?? declared);
  const value = values[`${owner}.${name}`] ?? values[name];
  if (value !== undefined) return value;
  if (schema['format'] === 'uuid') return ID;
  if (schema['format'] === 'date-time') return '2026-03-14T15:09:26.535Z';
  if (Array.isArray(schema['enum'])) return preferredChoice(schema['enum'] as string[]);
  if (schema.items) return [buildExample(components, schema.items, '', owner)];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).flatMap(([key, value]) =>
        // Only bodies of requests have read-only properties.
        value['readOnly'] ? [] : [[key, buildExample(components, value, key, String(schema['title']))]],
      ),
    );
  if ([schema['type']].flat().includes('boolean')) return true;
  if (schema['type'] === 'object') return {};
  throw new Error(`Add an example value for ${owner}.${name} to examples.ts`);
}

const preferredChoice = (choices: string[]) =>
  choices.find((choice) => ['active', 'new', 'sent', 'tel', 'message', 'lead_created'].includes(choice)) ?? choices[0];
