import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';

/** A client as REST answers it, and how it signs in. */
export interface NewClient {
  id: string;
  businessName: string;
  handle: string;
  login: { username: string; password: string };
}

/** A client of this spec's own, made by an administrator, so that specs on one stack do not meet. */
export async function newClient(admin: BrowserContext, fields: Record<string, unknown> = {}): Promise<NewClient> {
  const mark = randomUUID().slice(0, 8);
  const login = { username: `client-${mark}`, password: 'a password for the tests' };
  const data = {
    businessName: `Client ${mark}`,
    contactEmail: 'owner@client.example',
    notificationPhone: '(415) 555-0100',
    authEnabled: true,
    ...login,
    ...fields,
  };
  const answer = await admin.request.post('/api/clients', { data });
  if (!answer.ok()) throw new Error(`No client could be made: ${await answer.text()}`);
  return { ...((await answer.json()) as Omit<NewClient, 'login'>), login };
}
