import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext } from 'playwright-core';

/** A campaign as the REST API returns it. */
export interface CreatedCampaign {
  id: string;
  name: string;
  slug: string;
  landingUrl: string;
}

/** Creates a campaign with a short form. */
export function createCampaign(
  creator: BrowserContext,
  clientId: string,
  fields: Record<string, unknown> = {},
): Promise<CreatedCampaign> {
  const formFields = [
    { id: 'fullName', type: 'text', label: 'Full Name' },
    { id: 'email', type: 'email', label: 'Email', required: false },
    { id: 'phone', type: 'tel', label: 'Phone', required: false },
  ];
  const name = `Campaign ${randomUUID().slice(0, 8)}`;
  return post(creator.request, `/api/clients/${clientId}/campaigns`, {
    name,
    formFields,
    thankYouMessage: 'Thanks!',
    ...fields,
  });
}

/** Submits a lead through the API. */
export function createLead(
  visitor: BrowserContext,
  clientId: string,
  { slug }: CreatedCampaign,
  formData: Record<string, unknown>,
  source?: string,
): Promise<{ id: string }> {
  return post(
    visitor.request,
    `/api/campaigns/${clientId}/${slug}/leads${source ? `?source=${source}` : ''}`,
    formData,
  );
}

/** Loads the landing page's data through the API, which counts as a view. */
export async function viewLandingPage(
  { request }: BrowserContext,
  clientId: string,
  { slug }: CreatedCampaign,
  source?: string,
): Promise<void> {
  const answer = await request.get(`/api/landing/${clientId}/${slug}${source ? `?source=${source}` : ''}`);
  if (!answer.ok()) throw new Error(`The landing page could not be loaded: ${await answer.text()}`);
}

async function post<Answer>(request: APIRequestContext, path: string, data: object): Promise<Answer> {
  const answer = await request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
