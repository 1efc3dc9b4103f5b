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

let sequenceNumber = 0;

/** Creates a client with a login, and a caller that is signed in as it. */
export async function createClient({ admin, signInClient }: TestServer, input: Partial<CreateClientInput> = {}) {
  sequenceNumber += 1;
  const login = { username: `client-${sequenceNumber}`, password: 'client password' };
  const { createClient } = await admin(CreateClientDocument, {
    input: {
      businessName: `Business ${sequenceNumber}`,
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

/** Creates a campaign with a name, phone and email field. */
export async function createCampaign(
  { admin }: Pick<TestServer, 'admin'>,
  clientId: string,
  input: Partial<CreateCampaignInput> = {},
) {
  sequenceNumber += 1;
  const formFields: CreateCampaignInput['formFields'] = [
    { id: 'fullName', type: 'text', label: 'Full Name' },
    { id: 'phone', type: 'tel', label: 'Phone' },
    { id: 'email', type: 'email', label: 'Email', required: false },
  ];
  const { createCampaign } = await admin(CreateCampaignDocument, {
    clientId,
    input: { name: `Campaign ${sequenceNumber}`, formFields, thankYouMessage: 'Thanks!', ...input },
  });
  return createCampaign;
}

/** Creates a sequence of two steps that lead creation triggers. */
export async function createSequence(
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

/** Submits a campaign's form as a visitor, from a new IP address each time so that the rate limiter does not apply. */
export async function createLead(
  { visitor }: TestServer,
  client: { handle: string },
  campaign: { slug: string },
  formData: Record<string, unknown> = {},
) {
  sequenceNumber += 1;
  const { submitLead } = await visitor(
    SubmitLeadDocument,
    {
      client: client.handle,
      slug: campaign.slug,
      formData: { fullName: 'Ann Lee', phone: '(415) 555-2671', ...formData },
    },
    { 'x-forwarded-for': `10.0.${sequenceNumber >> 8}.${sequenceNumber & 255}` },
  );
  return submitLead;
}
