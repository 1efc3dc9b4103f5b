import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';

/** A client as the REST API returns it, with its credentials. */
export interface CreatedClient {
  id: string;
  businessName: string;
  handle: string;
  login: { username: string; password: string };
}

/** Creates a client for one spec, so that specs on a shared stack do not affect each other. */
export async function createClient(
  admin: BrowserContext,
  fields: Record<string, unknown> = {},
): Promise<CreatedClient> {
  const suffix = randomUUID().slice(0, 8);
  const login = { username: `client-${suffix}`, password: 'a password for the tests' };
  const data = {
    businessName: `Client ${suffix}`,
    contactEmail: 'owner@client.example',
    notificationPhone: '(415) 555-0100',
    authEnabled: true,
    ...login,
    ...fields,
  };
  const answer = await admin.request.post('/api/clients', { data });
  if (!answer.ok()) throw new Error(`The client could not be created: ${await answer.text()}`);
  return { ...((await answer.json()) as Omit<CreatedClient, 'login'>), login };
}
