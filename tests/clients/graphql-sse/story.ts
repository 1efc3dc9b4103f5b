import { print } from 'graphql';
import { createClient, type ExecutionResult } from 'graphql-sse';
import assert from 'node:assert/strict';
import {
  createCampaign,
  type Lead,
  type Message,
  operations,
  type Run,
  type Story,
  STORY_TIMEOUT_MS,
} from '../graphql-story';

interface Change {
  cursor: string;
  kind: string;
  lead: Lead | null;
  message: Message | null;
}

/** Follows a client's changes with the client of graphql-sse, and resumes after its connection ended. */
export async function runGraphqlSseStory({ origin, token }: Story): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const run: Run = async (operation, variables) => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: print(operations[operation]!), variables }),
    });
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
    assert.equal(errors, undefined, JSON.stringify(errors));
    return data as never;
  };
  const { clientId, campaignId, submit } = await createCampaign(run, 'SSE');
  const follow = (after?: string) => {
    const client = createClient({ url: `${origin}/graphql/stream`, headers, retryAttempts: 0 });
    // Ends the stream, so that what waits for its next change fails.
    setTimeout(() => client.dispose(), STORY_TIMEOUT_MS).unref();
    const query = print(operations['ClientUpdated']!);
    return { client, changes: client.iterate<{ clientUpdated: Change }>({ query, variables: { clientId, after } }) };
  };

  const { client, changes } = follow();
  // The first event tells where the stream begins.
  let { cursor } = await next(changes, () => true);
  const lead = await submit('Ann Lee', '+14155552671');
  const created = await next(changes, ({ kind }) => kind === 'lead_created');
  assert.equal(created.lead!.id, lead);
  const sent = await next(changes, ({ message }) => message?.status === 'sent');
  assert.match(sent.message!.body, /Hi Ann/);
  ({ cursor } = sent);
  client.dispose();

  await run('UpdateLead', { id: lead, input: { status: 'converted' } });
  const resumed = follow(cursor);
  const updated = await next(resumed.changes, ({ kind }) => kind === 'lead_updated');
  assert.deepEqual([updated.lead!.id, updated.lead!.status], [lead, 'converted']);
  resumed.client.dispose();
  await run('DeleteCampaign', { id: campaignId });
}

/** Returns the next change that matches. */
async function next(
  changes: AsyncIterator<ExecutionResult<{ clientUpdated: Change }, unknown>, unknown>,
  matches: (change: Change) => boolean,
): Promise<Change> {
  for (;;) {
    const { value, done } = await changes.next();
    assert.ok(!done && value.data, `The stream ended: ${JSON.stringify(value)}`);
    if (matches(value.data.clientUpdated)) return value.data.clientUpdated;
  }
}
