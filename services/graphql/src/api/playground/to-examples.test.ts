import { toExamples } from './to-examples';

const document = `# Who am I?
query Viewer { viewer { user { id } } }

# One page.
query Leads($clientId: ID!, $first: Int = 20) {
  client(id: $clientId) { leads(first: $first) { totalCount } }
}
`;

test('each operation becomes a tab with its comment and its variables', () => {
  const [viewer, leads, ...rest] = toExamples(document);
  expect(viewer).toEqual({ query: '# Who am I?\nquery Viewer { viewer { user { id } } }', variables: '' });
  expect(leads?.query).toMatch(/^# One page\.\nquery Leads[^]+\}$/);
  expect(JSON.parse(leads?.variables ?? '')).toEqual({ clientId: '', first: 20 });
  expect(rest).toEqual([]);
});
