import { type DocumentNode, parse, separateOperations } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

/** Where a story runs, and with which API key of the agency. */
export interface Story {
  origin: string;
  token: string;
}

/** How long a story waits for a change. */
export const STORY_TIMEOUT_MS = 30_000;

/** Sends one of the operations, and returns its data. */
export type Run = <Data>(operation: string, variables: object) => Promise<Data>;

export interface Lead {
  id: string;
  version: number;
  fullName: string;
  status: string;
}

export interface Message {
  id: string;
  status: string;
  body: string;
}

/** The operations of operations.graphql by name, each with its fragments. */
export const operations: Record<string, DocumentNode> = separateOperations(
  parse(readFileSync(join(root, 'tests/clients/operations.graphql'), 'utf8')),
);

/** Creates a client with a campaign and a sequence that greets its leads at once. Returns how to submit a lead. */
export async function createCampaign(run: Run, businessName: string) {
  const { createClient: client } = await run<{ createClient: { id: string; handle: string } }>('CreateClient', {
    input: { businessName, contactEmail: 'owner@acme.example', notificationPhone: 'none' },
  });
  const clientId = client.id;
  const { createCampaign: campaign } = await run<{ createCampaign: { id: string; slug: string } }>('CreateCampaign', {
    clientId,
    input: {
      name: 'Spring offer',
      formFields: [
        { id: 'fullName', type: 'text', label: 'Full name' },
        { id: 'phone', type: 'tel', label: 'Phone' },
      ],
    },
  });
  await run('CreateSequence', {
    clientId,
    input: {
      name: 'Welcome',
      campaignId: campaign.id,
      triggerEvent: 'lead_created',
      steps: [{ delayMinutes: 0, message: 'Hi {{firstName}}' }],
    },
  });
  const submit = async (fullName: string, phone: string) => {
    const submission = { client: client.handle, slug: campaign.slug, formData: { fullName, phone } };
    return (await run<{ submitLead: { id: string } }>('SubmitLead', submission)).submitLead.id;
  };
  return { clientId, campaignId: campaign.id, submit };
}
