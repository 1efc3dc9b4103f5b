import type { Client } from 'pg';
import type { RestCaller } from '../rest-client';
import type { DemoCampaign } from './demo-clients';
import { countUsage, writeHistory } from './history';
import type { Random } from './random';

const SOURCE = 'Bluewave Plumbing';
/** The first of them has used its copy for a while. */
const COPIES = ['Evergreen Roofing', 'Northside Auto Repair'];
const DAYS_IN_USE = 16;

const campaign = {
  name: 'Refer a neighbor',
  headline: 'Send a neighbor our way',
  subheadline: 'You both save $50 on your next job.',
  submitButtonText: 'Refer Someone',
  thankYouMessage: 'Thank you! We will call your neighbor within one business day.',
  status: 'active',
  formFields: [
    { id: 'fullName', type: 'text', label: 'Your Name' },
    { id: 'phone', type: 'tel', label: 'Your Phone Number' },
    { id: 'neighbor', type: 'text', label: 'Your Neighbor’s Name and Number' },
  ],
};
const steps = [
  { delayMinutes: 10, message: 'Hi {{firstName}}, thanks for the referral. We will let you know. {{businessName}}' },
  { delayMinutes: 7 * 1_440, message: 'Hi {{firstName}}, your $50 is waiting at {{businessName}}.' },
];

/** What brought the leads of the copy that is in use. */
const used: DemoCampaign = {
  ...campaign,
  question: {
    id: 'neighbor',
    label: 'Your Neighbor’s Name and Number',
    options: ['Dana Fox, (206) 555-0144', 'The Lees, (206) 555-0151', 'Omar, (206) 555-0163', 'Kim, (206) 555-0172'],
  },
  visitorDays: [DAYS_IN_USE - 1, 1],
  ...{ visitors: 8, perLead: 4 },
  sequence: { name: 'Referral follow-up', triggerEvent: 'lead_created', steps },
};

interface PlaybookContext {
  call: RestCaller;
  db: Client;
  random: Random;
}

/**
 * Publishes a campaign of one client to two others as a playbook. One of them edits its headline, and the next version is
 * not pushed yet.
 */
export async function addPlaybook({ call, db, random }: PlaybookContext): Promise<void> {
  const graphql = async <Data>(query: string, variables: object) =>
    (await call<{ data: Data }>('POST', '/graphql', { query, variables })).data;
  const clients = await call<{ id: string; businessName: string }[]>('GET', '/api/clients');
  const idOf = (name: string) => clients.find(({ businessName }) => businessName === name)!.id;
  const source = await call<{ id: string }>('POST', `/api/clients/${idOf(SOURCE)}/campaigns`, campaign);
  await call('POST', `/api/clients/${idOf(SOURCE)}/sms-sequences`, {
    ...{ name: 'Referral follow-up', description: '', campaignId: source.id },
    ...{ triggerEvent: 'lead_created', status: 'active', steps },
  });
  const { createPlaybook: playbook } = await graphql<{ createPlaybook: { id: string } }>(
    'mutation ($input: CreatePlaybookInput!) { createPlaybook(input: $input) { id } }',
    { input: { name: 'Referrals', description: 'For every business with regulars.', campaignId: source.id } },
  );
  const { applyPlaybook: copies } = await graphql<{ applyPlaybook: { copy: { campaignId: string } }[] }>(
    'mutation ($id: ID!, $clientIds: [ID!]!) { applyPlaybook(id: $id, clientIds: $clientIds, status: active) { copy { campaignId } } }',
    { id: playbook.id, clientIds: COPIES.map(idOf) },
  );
  const copyId = copies[0]!.copy.campaignId;
  const clientId = idOf(COPIES[0]!);
  const sequences = await call<{ id: string; campaignId: string }[]>('GET', `/api/clients/${clientId}/sms-sequences`);
  const sequenceId = sequences.find(({ campaignId }) => campaignId === copyId)!.id;
  await writeHistory(
    db,
    { ...{ id: copyId, clientId, businessName: COPIES[0]!, sequenceId }, ...{ scanSources: ['qr'], demo: used } },
    random,
  );
  await countUsage(db);
  for (const [table, id] of Object.entries({ campaigns: copyId, sequences: sequenceId, playbooks: playbook.id }))
    await db.query(`UPDATE ${table} SET created_at = now() - interval '${DAYS_IN_USE} days' WHERE id = $1`, [id]);
  await call('PUT', `/api/campaigns/${copyId}`, { headline: 'Know somebody with an old roof?' });
  await call('PUT', `/api/campaigns/${source.id}`, {
    headline: 'Send a neighbor our way this month',
    subheadline: 'You both save $75 on your next job.',
  });
  await graphql('mutation ($id: ID!) { publishPlaybook(id: $id) { newestVersion } }', { id: playbook.id });
}
