import { ApolloLink, type InMemoryCache, Observable } from '@apollo/client';
import { eventually } from '@dripline/runtime/testing/eventually';
import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql';
import * as generated from '../shared/graphql/generated';
import { createApolloClient } from './apollo-client';
import { mutationEffects } from './mutation-effects';

const mutations = Object.values(generated as Record<string, unknown>)
  .filter((value): value is DocumentNode => typeof value === 'object' && value !== null && 'definitions' in value)
  .map((document) => getOperationAST(document))
  .filter((operation) => operation?.operation === OperationTypeNode.MUTATION)
  .map((operation) => operation!.name!.value)
  // The landing page sends it without Apollo Client.
  .filter((name) => name !== 'RecordLandingView');

it('there is an effect for each mutation that the app sends, and for no other', () =>
  expect(Object.keys(mutationEffects).sort()).toEqual([...new Set(mutations)].sort()));

const lead = (id: string) => ({
  __typename: 'Lead',
  id,
  clientId: 'client',
  campaignId: 'campaign',
  campaignName: '',
  status: 'new',
  held: false,
  formData: {},
  formLabels: null,
  fullName: id,
  email: null,
  phone: null,
  source: '',
  placement: null,
  tags: [],
  owner: null,
  createdAt: '',
  updatedAt: '',
  version: 1,
});

/** Creates a client whose server has the leads a and b and answers as `answer` says, and that shows the leads list. */
async function createLeadList(answer: (operation: string) => object | Error | undefined) {
  const client = createApolloClient('client', () => undefined);
  const sent: string[] = [];
  let nodes = [lead('a'), lead('b')];
  client.setLink(
    new ApolloLink(
      ({ operationName, variables }) =>
        new Observable((observer) => {
          sent.push(operationName!);
          if (operationName === 'DeleteLeads')
            nodes = nodes.filter(({ id }) => !(variables['ids'] as string[]).includes(id));
          if (operationName === 'DeleteLead') nodes = nodes.filter(({ id }) => id !== variables['id']);
          const result = answer(operationName!) ?? {
            client: {
              __typename: 'Client',
              id: 'client',
              leads: { __typename: 'LeadConnection', nodes, totalCount: nodes.length },
            },
          };
          setTimeout(() => {
            if (result instanceof Error) return observer.error(result);
            observer.next({ data: result });
            observer.complete();
          });
        }),
    ),
  );
  const shown: (string[] | undefined)[] = [];
  const query = client.watchQuery({ query: generated.LeadsDocument, variables: { clientId: 'client' } });
  query.subscribe(({ data }) => shown.push(data?.client?.leads?.nodes?.map((node) => `${node?.id} ${node?.status}`)));
  await eventually(() => expect(shown.at(-1)).toHaveLength(2));
  sent.length = shown.length = 0;
  return { client, sent, shown };
}

it('a changed lead changes its row without another request', async () => {
  const { client, sent, shown } = await createLeadList((operation) =>
    operation === 'UpdateLead' ? { updateLead: { ...lead('a'), status: 'contacted' } } : undefined,
  );
  await client.mutate({
    mutation: generated.UpdateLeadDocument,
    variables: { id: 'a', input: { status: 'contacted' } } as never,
  });
  await eventually(() => expect(shown).toEqual([['a contacted', 'b new']]));
  expect(sent).toEqual(['UpdateLead']);
});

it('a deleted lead leaves the list at once, and the list is loaded again without going blank', async () => {
  const { client, sent, shown } = await createLeadList((operation) =>
    operation === 'DeleteLead' ? { deleteLead: true } : undefined,
  );
  await client.mutate({ mutation: generated.DeleteLeadDocument, variables: { id: 'a' } });
  await eventually(() => expect(shown.at(-1)).toEqual(['b new']));
  expect(sent).toEqual(['DeleteLead', 'Leads']);
  expect(shown).not.toContain(undefined);
});

it('leads that are deleted together leave the list at once, and the list is loaded again once', async () => {
  const { client, sent, shown } = await createLeadList((operation) =>
    operation === 'DeleteLeads' ? { deleteLeads: true } : undefined,
  );
  // As an open lead would.
  (client.cache as InMemoryCache).retain('Lead:b');
  await client.mutate({
    mutation: generated.DeleteLeadsDocument,
    variables: { clientId: 'client', ids: ['a', 'b'] },
  });
  await eventually(() => expect(shown.at(-1)).toEqual([]));
  expect(sent).toEqual(['DeleteLeads', 'Leads']);
  expect(Object.keys(client.cache.extract() as object).filter((key) => key.startsWith('Lead:'))).toEqual([]);
});

it('keeps the list on the screen if it cannot be loaded again after a deletion', async () => {
  let isDown = false;
  const { client, shown } = await createLeadList((operation) => {
    if (operation === 'DeleteLead') isDown = true;
    return operation === 'DeleteLead' ? { deleteLead: true } : isDown ? new Error('no network') : undefined;
  });
  await client.mutate({ mutation: generated.DeleteLeadDocument, variables: { id: 'a' } });
  await eventually(() => expect(shown.length).toBeGreaterThan(0));
  expect(shown).not.toContain(undefined);
});

it('a webhook’s new secret does not stay in the cache', async () => {
  const { client } = await createLeadList((operation) =>
    operation === 'RotateWebhookSecret'
      ? { rotateWebhookSecret: { __typename: 'WebhookWithSecret', id: 'webhook', secret: 'whsec_test' } }
      : undefined,
  );
  const { data } = await client.mutate({
    mutation: generated.RotateWebhookSecretDocument,
    variables: { id: 'webhook' },
  });
  expect(data?.rotateWebhookSecret.secret).toBe('whsec_test');
  expect(JSON.stringify(client.cache.extract())).not.toContain('whsec_test');
});
