import { MAX_FORM_KEYS, MAX_NAME_LENGTH, MAX_STEPS } from '@dripline/contract/limits';
import type { Page } from '@playwright/test';
import type { Api, CreatedCampaign, CreatedClient } from './api';
import { runSql } from './database';
import type { FilePayload } from './media';

const unbroken = (word: string, length = MAX_NAME_LENGTH) =>
  word.repeat(Math.ceil(length / word.length)).slice(0, length);
const rightToLeft = 'خدمات السباكة والتدفئة السريعة في جميع أنحاء المدينة على مدار الساعة';
const sentence =
  'Emergency repairs, yearly inspections and free estimates for homes and businesses in the whole county. ';

/** A client whose texts and lists are as long as the product allows. */
export interface ExtremeClient {
  client: CreatedClient;
  /** A campaign in Arabic with the largest form. */
  campaign: CreatedCampaign;
}

/** Creates a client with an image file, the longest names, texts from right to left, the largest form and 10,000 leads. */
export async function createExtremeClient(api: Api, dataDir: string, file: FilePayload): Promise<ExtremeClient> {
  const client = await api.createClient({
    businessName: unbroken('Donaudampfschifffahrtsgesellschaft'),
    contactEmail: `${unbroken('a', 60)}@${unbroken('b', 60)}.example`,
  });
  await api.updateClient(client, { monthlyLeadLimit: 100_000, webhooksEnabled: true });
  const fields = Array.from({ length: MAX_FORM_KEYS - 3 }, (_, n) => ({
    id: `question${n}`,
    type: n % 5 === 0 ? 'select' : n % 5 === 1 ? 'textarea' : 'text',
    label: n % 2 ? rightToLeft : unbroken(`Question${n}`),
    required: false,
    ...(n % 5 === 0 && { options: [unbroken('Option'), rightToLeft] }),
  }));
  const campaign = await api.createCampaign(client, {
    name: unbroken('Frühjahrsinspektion'),
    headline: rightToLeft,
    subheadline: rightToLeft.repeat(4),
    formFields: [
      { id: 'fullName', type: 'text', label: 'Full Name' },
      { id: 'email', type: 'email', label: 'Email', required: false },
      { id: 'phone', type: 'tel', label: 'Phone', required: false },
      ...fields,
    ],
    submitButtonText: rightToLeft,
  });
  await api.createCampaign(client, {
    name: rightToLeft,
    headline: unbroken('Headline'),
    subheadline: sentence.repeat(9),
  });
  const steps = Array.from({ length: MAX_STEPS }, (_, n): [number, string] => [
    n * 1_501,
    n % 2 ? rightToLeft : unbroken('{{firstName}}Reminder', 400),
  ]);
  await api.createSequence(client, campaign, steps, {
    name: unbroken('Erinnerung'),
    description: rightToLeft,
  });
  const answers = Object.fromEntries(fields.map(({ id }, n) => [id, n % 5 === 0 ? unbroken('Option') : sentence]));
  const email = `${unbroken('mail', 60)}@${unbroken('host', 60)}.example`;
  const name = { fullName: unbroken('Wolfeschlegelsteinhausenberger'), email, phone: '(415) 555-2671' };
  await api.createLead(client, campaign, { ...answers, ...name }, unbroken('source', 100));
  await api.createLead(client, campaign, {
    fullName: rightToLeft,
    phone: '(203) 555-0199',
    question1: unbroken('x', 5_000),
  });
  await api.upload({ ...file, name: `${unbroken('photo', 180)}.png` }, client);
  await api.post(`/api/clients/${client.id}/webhooks`, {
    url: `https://hooks.example.com/${unbroken('path', 470)}`,
    description: rightToLeft,
    events: ['lead.created'],
  });
  await runSql(
    dataDir,
    `INSERT INTO leads (client_id, campaign_id, form_data, full_name, created_at, updated_at)
     SELECT $1, $2, jsonb_build_object('fullName', 'Lead ' || n), 'Lead ' || n, now() - n * interval '1 minute', now()
     FROM generate_series(1, 10000) AS n`,
    [client.id, campaign.id],
  );
  return { client, campaign };
}

/** A screen: its name, its address and what to do there first. */
export interface Screen {
  name: string;
  path: string;
  act?: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Returns the screens that show the client's texts. */
export function screensOf({ client, campaign }: ExtremeClient): Screen[] {
  const tab = (name: string) => `/client/${client.id}?tab=${name}`;
  const builder = `/client/${client.id}/campaign/${campaign.id}`;
  return [
    ...['overview', 'clients', 'analytics', 'billing'].map((name) => ({ name, path: `/admin?tab=${name}` })),
    { name: 'statement', path: '/admin?tab=billing', act: press(/^Statement of/) },
    { name: 'edit client', path: '/admin?tab=clients', act: press(/^Edit /) },
    { name: 'delete client', path: '/admin?tab=clients', act: press(/^Delete /) },
    ...['dashboard', 'campaigns', 'leads', 'sms', 'files', 'webhooks', 'settings'].map((name) => ({
      name,
      path: tab(name),
    })),
    { name: 'board of leads', path: `${tab('leads')}&view=board` },
    { name: 'lead', path: tab('leads'), act: press(/^View Wolf/) },
    { name: 'lead with an answer of 5,000 characters', path: tab('leads'), act: press(/^View خدمات/) },
    { name: 'edit lead', path: tab('leads'), act: press(/^Edit Wolf/) },
    { name: 'delete lead', path: tab('leads'), act: press(/^Delete Wolf/) },
    { name: 'edit sequence', path: tab('sms'), act: press(/^Edit /) },
    { name: 'preview sequence', path: tab('sms'), act: press(/^Preview /) },
    { name: 'rename file', path: tab('files'), act: press(/^Rename /) },
    { name: 'edit webhook', path: tab('webhooks'), act: press(/^Edit/) },
    { name: 'builder', path: builder },
    { name: 'QR code', path: builder, act: press('QR Code') },
    { name: 'landing page', path: `/landing/${client.handle}/${campaign.slug}` },
  ];
}
