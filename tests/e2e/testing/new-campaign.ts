import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext } from 'playwright-core';

/** A campaign as REST answers it. */
export interface NewCampaign {
  id: string;
  name: string;
  slug: string;
  landingUrl: string;
}

/** A campaign with a short form, made by whoever may. */
export function newCampaign(
  maker: BrowserContext,
  clientId: string,
  fields: Record<string, unknown> = {},
): Promise<NewCampaign> {
  const formFields = [
    { id: 'fullName', type: 'text', label: 'Full Name' },
    { id: 'email', type: 'email', label: 'Email', required: false },
    { id: 'phone', type: 'tel', label: 'Phone', required: false },
  ];
  const name = `Campaign ${randomUUID().slice(0, 8)}`;
  return post(maker.request, `/api/clients/${clientId}/campaigns`, {
    name,
    formFields,
    thankYouMessage: 'Thanks!',
    ...fields,
  });
}

/** A visitor's submission through the API. */
export function newLead(
  visitor: BrowserContext,
  clientId: string,
  { slug }: NewCampaign,
  formData: Record<string, unknown>,
  source?: string,
): Promise<{ id: string }> {
  return post(
    visitor.request,
    `/api/campaigns/${clientId}/${slug}/leads${source ? `?source=${source}` : ''}`,
    formData,
  );
}

/** A visitor's look at the landing page's data. */
export async function viewLanding(
  { request }: BrowserContext,
  clientId: string,
  { slug }: NewCampaign,
  source?: string,
): Promise<void> {
  const answer = await request.get(`/api/landing/${clientId}/${slug}${source ? `?source=${source}` : ''}`);
  if (!answer.ok()) throw new Error(`No landing page: ${await answer.text()}`);
}

async function post<Answer>(request: APIRequestContext, at: string, data: object): Promise<Answer> {
  const answer = await request.post(at, { data });
  if (!answer.ok()) throw new Error(`${at}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
