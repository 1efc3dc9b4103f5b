import type {
  CampaignFieldsFragment,
  ClientFieldsFragment,
  LeadFieldsFragment,
  SequenceFieldsFragment,
} from '../shared/graphql/generated';

const createdAt = '2026-01-01T00:00:00Z';

/** A client as the API returns it. */
export const client: ClientFieldsFragment = {
  id: 'client-1',
  handle: 'acme',
  businessName: 'Acme Plumbing',
  contactEmail: 'owner@acme.example',
  notificationPhone: '5125550100',
  username: 'acme',
  authEnabled: true,
  status: 'active',
  monthlyCampaignLimit: 10,
  monthlyLeadLimit: 1000,
  monthlySMSLimit: 1000,
  monthlySegmentLimit: 10_000_000,
  smsAutoReplyEnabled: true,
  webhooksEnabled: false,
  abTestingEnabled: false,
  whiteLabelEnabled: false,
  brand: {
    productName: '',
    color: '#146c74',
    logoImageUrl: null,
    faviconImageUrl: null,
    socialImageUrl: null,
  },
  domain: null,
  linkReadOnly: false,
  timeZone: 'America/New_York',
  sender: null,
  quietHours: { enabled: true, start: '21:00', end: '08:00' },
  createdAt,
  version: 4,
};

const field = { type: 'text' as const, placeholder: '', required: true, options: [] };

/** A campaign with two questions that share a label. */
export const campaign: CampaignFieldsFragment = {
  id: 'campaign-1',
  clientId: client.id,
  name: 'Free inspection',
  slug: 'free-inspection',
  status: 'active',
  archivedAt: null,
  language: 'en',
  translationOfId: null,
  layout: 'split',
  brandColor: '#146c74',
  headline: 'Get an inspection',
  subheadline: 'Takes 30 minutes',
  logoImageUrl: null,
  logoSize: 64,
  backgroundImageUrl: null,
  formImageUrl: null,
  formImageSize: 160,
  formVideoUrl: null,
  formFields: [
    { ...field, id: 'fullName', label: 'Full Name' },
    { ...field, id: 'note', label: 'Note' },
    { ...field, id: 'note-2', label: 'Note' },
  ],
  formTitle: '',
  adConsentText: '',
  submitButtonText: 'Send',
  disclosure: 'By sending this form you agree.',
  postSubmissionType: 'message',
  redirectUrl: null,
  thankYouMessage: 'Thanks!',
  contactPhone: '',
  contactAddress: '',
  testimonials: [],
  faq: [],
  landingUrl: 'http://localhost/landing/acme/free-inspection',
  createdAt,
  version: 5,
};

/** A lead with a phone number and an email address. */
export const lead: LeadFieldsFragment = {
  id: 'lead-1',
  clientId: client.id,
  campaignId: campaign.id,
  campaignName: campaign.name,
  status: 'new',
  held: false,
  formData: { fullName: 'Ann Lee', phone: '5125550142', 'q.1[a]': 'Yes' },
  formLabels: null,
  fullName: 'Ann Lee',
  email: null,
  phone: '5125550142',
  source: null,
  placement: null,
  owner: null,
  tags: [],
  createdAt,
  updatedAt: createdAt,
  version: 2,
};

/** A sequence with two steps. */
export const sequence: SequenceFieldsFragment = {
  id: 'sequence-1',
  clientId: client.id,
  campaignId: campaign.id,
  campaignName: campaign.name,
  name: 'Welcome',
  description: '',
  triggerEvent: 'lead_created',
  status: 'active',
  stopOnReply: true,
  messages: [
    { key: 'step-1', delayMinutes: 1, message: 'Hi {{firstName}}', variants: [] },
    { key: 'step-2', delayMinutes: 1440, message: 'Still interested?', variants: [] },
  ],
  activeEnrollments: 0,
  draft: null,
  pausedAt: null,
  createdAt,
  updatedAt: createdAt,
  version: 6,
};

const pageInfo = { hasNextPage: false, endCursor: null };

const campaignNode = {
  __typename: 'Campaign',
  ...campaign,
  formFields: campaign.formFields.map((question) => ({ __typename: 'FormField', ...question })),
};

/** The answer to the query of the client's campaigns. */
export const campaignsAnswer = {
  client: { __typename: 'Client', id: client.id, campaigns: { nodes: [campaignNode], pageInfo } },
};

/** The answer to the query of the console's clients. */
export const clientsAnswer = (clients: ClientFieldsFragment[]) => ({
  clients: {
    __typename: 'ClientConnection',
    nodes: clients.map((row) => ({
      __typename: 'Client',
      ...row,
      quietHours: { __typename: 'QuietHours', ...row.quietHours },
      stats: { __typename: 'ClientStats', totalCampaigns: 0, totalLeads: 0, heldLeads: 0 },
      usage: { __typename: 'ClientUsage', smsThisMonth: 0 },
    })),
    pageInfo,
  },
});

/** The answer to the query of the client. */
export const clientAnswer = { client: { __typename: 'Client', ...client } };

/** The answer with the details of a lead that nobody consented for and that is in no sequence. */
export const leadDetails = (found: object) => ({
  lead: {
    ...found,
    consent: null,
    optedOutAt: null,
    attribution: null,
    abTestVariant: null,
    adConsent: null,
    adConsentText: null,
    timeline: [],
    client: { __typename: 'Client', id: client.id, leadOwners: [] },
    campaign: { __typename: 'Campaign', id: lead.campaignId, sequences: { nodes: [] } },
    enrollments: { nodes: [] },
  },
});
