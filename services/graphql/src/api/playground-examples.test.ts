import { toExamples } from './playground-examples';

const document = `# Who am I?
query Viewer { viewer { user { id } } }

# One page.
query Leads($clientId: ID!, $limit: Int = 20) {
  leads(clientId: $clientId, limit: $limit) { total }
}
`;

test('each operation becomes a tab with its comment and its variables', () => {
  const [viewer, leads, ...rest] = toExamples(document);
  expect(viewer).toEqual({ query: '# Who am I?\nquery Viewer { viewer { user { id } } }', variables: '' });
  expect(leads?.query).toMatch(/^# One page\.\nquery Leads[^]+\}$/);
  expect(JSON.parse(leads?.variables ?? '')).toEqual({ clientId: '', limit: 20 });
  expect(rest).toEqual([]);
});
