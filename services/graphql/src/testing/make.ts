import {
  CreateCampaignDocument,
  type CreateCampaignInput,
  CreateClientDocument,
  type CreateClientInput,
  CreateSequenceDocument,
  type CreateSequenceInput,
  SubmitLeadDocument,
} from './operations/generated';
import type { TestServer } from './test-server';

let made = 0;

/** A client with a login, and a caller signed in as it. */
export async function makeClient({ admin, signInClient }: TestServer, input: Partial<CreateClientInput> = {}) {
  made += 1;
  const login = { username: `client-${made}`, password: 'client password' };
  const { createClient } = await admin(CreateClientDocument, {
    input: {
      businessName: `Business ${made}`,
      contactEmail: 'owner@example.com',
      notificationPhone: '+14155550100',
      authEnabled: true,
      ...login,
      ...input,
    },
  });
  const isOpen = input.authEnabled === false;
  return { ...createClient, login, call: isOpen ? admin : await signInClient(login.username, login.password) };
}

export async function makeCampaign(
  { admin }: Pick<TestServer, 'admin'>,
  clientId: string,
  input: Partial<CreateCampaignInput> = {},
) {
  made += 1;
  const formFields: CreateCampaignInput['formFields'] = [
    { id: 'fullName', type: 'text', label: 'Full Name' },
    { id: 'phone', type: 'tel', label: 'Phone' },
    { id: 'email', type: 'email', label: 'Email', required: false },
  ];
  const { createCampaign } = await admin(CreateCampaignDocument, {
    clientId,
    input: { name: `Campaign ${made}`, formFields, thankYouMessage: 'Thanks!', ...input },
  });
  return createCampaign;
}

export async function makeSequence(
  { admin }: Pick<TestServer, 'admin'>,
  clientId: string,
  campaignId: string,
  input: Partial<CreateSequenceInput> = {},
) {
  const steps = [
    { delayMinutes: 0, message: 'Hi {{firstName}} from {{businessName}}' },
    { delayMinutes: 1, message: 'Still interested?' },
  ];
  const { createSequence } = await admin(CreateSequenceDocument, {
    clientId,
    input: { name: 'Welcome', campaignId, triggerEvent: 'lead_created', steps, ...input },
  });
  return createSequence;
}

/** A visitor's submission; each under an address of its own, so that the throttle counts them apart. */
export async function makeLead(
  { visitor }: TestServer,
  client: { handle: string },
  campaign: { slug: string },
  formData: Record<string, unknown> = {},
) {
  made += 1;
  const { submitLead } = await visitor(
    SubmitLeadDocument,
    {
      client: client.handle,
      slug: campaign.slug,
      formData: { fullName: 'Ann Lee', phone: '(415) 555-2671', ...formData },
    },
    { 'x-forwarded-for': `10.0.${made >> 8}.${made & 255}` },
  );
  return submitLead;
}
