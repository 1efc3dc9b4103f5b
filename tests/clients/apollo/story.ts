import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
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

interface LeadsData {
  client: {
    leads: {
      totalCount: number;
      edges: { node: Lead }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  };
}

interface LeadsVariables {
  clientId: string;
  first: number;
  after?: string | null;
}

/** Drives the GraphQL API with Apollo Client, whose cache joins the objects of all operations by their IDs. */
export async function runApolloStory({ origin, token }: Story): Promise<void> {
  const apollo = new ApolloClient({
    link: new HttpLink({ uri: `${origin}/graphql`, headers: { authorization: `Bearer ${token}` } }),
    cache: new InMemoryCache({
      typePolicies: { Client: { fields: { leads: relayStylePagination(['filter', 'orderBy']) } } },
    }),
  });
  const mutate: Run = async (operation, variables) =>
    (await apollo.mutate({ mutation: operations[operation]!, variables })).data as never;

  const { clientId, campaignId, submit } = await createCampaign(mutate, 'Apollo');
  const names = ['Ann Lee', 'Bob Ray', 'Cy Fox'];
  const ids: string[] = [];
  for (const [index, name] of names.entries()) ids.push(await submit(name, `+1415555267${index}`));

  const query = operations['Leads'] as TypedDocumentNode<LeadsData, LeadsVariables>;
  const variables = { clientId, first: 2 };
  await apollo.query({ query, variables });
  const cached = () => apollo.readQuery({ query, variables })!.client.leads;
  assert.deepEqual([cached().totalCount, cached().edges.length], [3, 2]);
  await apollo.watchQuery({ query, variables }).fetchMore({ variables: { after: cached().pageInfo.endCursor } });
  assert.deepEqual(
    cached().edges.map(({ node }) => node.fullName),
    [...names].reverse(),
  );

  const message = await firstMessage(apollo, ids[0]!);
  assert.match(message.body, /Hi Ann/);
  const first = () => cached().edges.at(-1)!.node;
  const { version } = first();
  await mutate('UpdateLead', { id: ids[0], expectedVersion: version, input: { status: 'converted' } });
  assert.equal(first().status, 'converted');
  await assert.rejects(
    mutate('UpdateLead', { id: ids[0], expectedVersion: version, input: { status: 'contacted' } }),
    (error) => CombinedGraphQLErrors.is(error) && error.errors[0]!.extensions!['code'] === 'CONFLICT',
  );
  const { data } = await apollo.query({
    query: operations['Dashboard'] as TypedDocumentNode<{ client: { stats: { conversions: number } } }>,
    variables: { clientId },
  });
  assert.equal(data!.client.stats.conversions, 1);
  await mutate('DeleteCampaign', { id: campaignId });
  apollo.stop();
}

/** Polls the lead's history until its first message is sent. */
function firstMessage(apollo: ApolloClient, id: string): Promise<Message> {
  const history = apollo.watchQuery({
    query: operations['LeadHistory'] as TypedDocumentNode<{ lead: { messages: { nodes: Message[] } } }>,
    variables: { id },
    pollInterval: 200,
  });
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('No message was sent.')), STORY_TIMEOUT_MS).unref();
    const polling = history.subscribe({
      next: ({ data, dataState }) => {
        const sent = dataState === 'complete' && data.lead.messages.nodes.find(({ status }) => status === 'sent');
        if (!sent) return;
        polling.unsubscribe();
        resolve(sent);
      },
      error: reject,
    });
  });
}
