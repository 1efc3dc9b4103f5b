import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { FilePayload } from './media';

/** A client as the REST API returns it, with its credentials. */
export interface CreatedClient {
  id: string;
  businessName: string;
  handle: string;
  login: { username: string; password: string };
}

/** A campaign as the REST API returns it. */
export interface CreatedCampaign {
  id: string;
  name: string;
  slug: string;
  landingUrl: string;
  formFields: { id: string; label: string; type: string; required: boolean; options: string[] }[];
}

/** A lead as the REST API returns it. */
export interface CreatedLead {
  id: string;
  source: string | null;
  fullName: string;
  formData: Record<string, string>;
}

/** Calls the API and creates the data of tests. Each call throws if its response is an error. */
export class Api {
  constructor(readonly request: APIRequestContext) {}

  get = <Answer>(path: string) => this.call<Answer>('GET', path);
  post = <Answer>(path: string, data?: object) => this.call<Answer>('POST', path, data);
  put = <Answer>(path: string, data: object) => this.call<Answer>('PUT', path, data);
  delete = (path: string) => this.call('DELETE', path);

  async graphql<Data>(query: string, variables: object = {}): Promise<Data> {
    const { data, errors } = await this.post<{ data: Data; errors?: unknown }>('/graphql', { query, variables });
    if (errors) throw new Error(`${query}: ${JSON.stringify(errors)}`);
    return data;
  }

  async createClient(fields: Record<string, unknown> = {}): Promise<CreatedClient> {
    const suffix = randomUUID().slice(0, 8);
    const login = { username: `client-${suffix}`, password: 'a password for the tests' };
    const client = await this.post<CreatedClient>('/api/clients', {
      businessName: `Client ${suffix}`,
      contactEmail: 'owner@client.example',
      notificationPhone: '(415) 555-0100',
      authEnabled: true,
      ...login,
      ...fields,
    });
    return { ...client, login };
  }

  updateClient = ({ id }: CreatedClient, fields: object) => this.put(`/api/clients/${id}`, fields);

  /** Creates a campaign with a short form. */
  createCampaign({ id }: CreatedClient, fields: Record<string, unknown> = {}): Promise<CreatedCampaign> {
    const formFields = [
      { id: 'fullName', type: 'text', label: 'Full Name' },
      { id: 'email', type: 'email', label: 'Email', required: false },
      { id: 'phone', type: 'tel', label: 'Phone', required: false },
    ];
    const name = `Campaign ${randomUUID().slice(0, 8)}`;
    return this.post(`/api/clients/${id}/campaigns`, { name, formFields, thankYouMessage: 'Thanks!', ...fields });
  }

  deleteCampaign = ({ id }: CreatedCampaign) => this.graphql('mutation ($id: ID!) { deleteCampaign(id: $id) }', { id });

  /** Creates a sequence whose steps are pairs of a delay in minutes and a message. */
  createSequence(
    { id }: CreatedClient,
    campaign: CreatedCampaign,
    steps: [delayMinutes: number, message: string][] = [[0, 'Hello {{firstName}}']],
    fields: object = {},
  ): Promise<{ id: string }> {
    return this.post(`/api/clients/${id}/sms-sequences`, {
      name: 'Welcome',
      campaignId: campaign.id,
      triggerEvent: 'lead_created',
      steps: steps.map(([delayMinutes, message]) => ({ delayMinutes, message })),
      ...fields,
    });
  }

  /**
   * Submits a lead. A number receives at most ten messages an hour from all tests together, so a test that waits for
   * messages submits a number of its own.
   */
  createLead(
    { id }: CreatedClient,
    { slug }: CreatedCampaign,
    formData: Record<string, unknown>,
    source?: string,
  ): Promise<{ id: string }> {
    return this.post(`/api/campaigns/${id}/${slug}/leads${source ? `?source=${source}` : ''}`, formData);
  }

  /** Returns a client's leads, newest first. */
  leads = ({ id }: CreatedClient, query = '') => this.get<CreatedLead[]>(`/api/clients/${id}/leads${query}`);

  /** Returns a client's messages, newest first. */
  messages = ({ id }: CreatedClient) =>
    this.get<{ status: string; body: string; sentAt: string }[]>(`/api/clients/${id}/sms-messages`);

  /** Returns how many messages of a client were sent. */
  sentCount = async (client: CreatedClient) =>
    (await this.messages(client)).filter(({ status }) => status === 'sent').length;

  /** Returns the number of views of a client's landing pages, which are counted asynchronously. */
  viewCount = async ({ id }: CreatedClient) =>
    (await this.get<{ views: number }[]>(`/api/clients/${id}/sources`)).reduce((sum, { views }) => sum + views, 0);

  /** Loads a landing page's data, which counts as a view. */
  viewLandingPage = ({ id }: CreatedClient, { slug }: CreatedCampaign, source?: string) =>
    this.get(`/api/landing/${id}/${slug}${source ? `?source=${source}` : ''}`);

  /** Uploads a file as the builder does. Returns its path. */
  async upload({ name, mimeType, buffer }: FilePayload, client?: CreatedClient): Promise<string> {
    const { uploadURL } = await this.post<{ uploadURL: string }>(
      '/api/objects/upload',
      client && { clientId: client.id },
    );
    await this.request.put(uploadURL, { data: buffer, headers: { 'content-type': mimeType } });
    const { objectPath } = await this.put<{ objectPath: string }>('/api/objects/set-path', {
      objectURL: uploadURL,
      fileName: name,
      fileSize: buffer.length,
      mimeType,
      ...(client && { clientId: client.id }),
    });
    return objectPath;
  }

  private async call<Answer>(method: string, path: string, data?: object): Promise<Answer> {
    const answer = await this.request.fetch(path, { method, data });
    const text = await answer.text();
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  }
}
