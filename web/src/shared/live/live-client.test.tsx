/** @jest-environment jsdom */
import { useMutation, useQuery } from '@apollo/client/react';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { type LeadQuery, LeadDocument, UpdateLeadDocument } from '../graphql/generated';
import { refreshedOnOpen } from '../refreshed-on-open';
import { renderScreen } from '../../testing/render';
import { type ClientChange, followChanges } from './follow-changes';
import { LiveClient, useLiveQuery } from './live-client';

// The connection to the server, which the browser tests cover.
jest.mock('./follow-changes', () => ({ followChanges: jest.fn(() => () => undefined) }));

const leadChange = (id: string) =>
  ({ kind: 'lead_updated', cursor: '1', lead: { __typename: 'Lead', id } }) as unknown as ClientChange;

function LeadName({ id }: { id: string }) {
  const { data } = useLiveQuery(LeadDocument, { variables: { id } }, ({ lead }) => lead?.id === id);
  return <p>{data?.lead.fullName ?? 'Loading'}</p>;
}

/** Shows the name of lead `a`, whose requests are answered by the test. */
async function openLead() {
  const answers: ((fullName: string) => void)[] = [];
  const answerLater = () =>
    new Promise<LeadQuery>((resolve) => {
      answers.push((fullName) =>
        resolve({
          lead: { __typename: 'Lead', id: 'a', fullName, timeline: [], enrollments: { nodes: [] } },
        } as unknown as LeadQuery),
      );
    });
  renderScreen(
    <LiveClient clientId="c">
      <LeadName id="a" />
    </LiveClient>,
    { Lead: answerLater, ClientStats: {} },
  );
  await waitFor(() => expect(followChanges).toHaveBeenCalled());
  const { onChanges } = jest.mocked(followChanges).mock.lastCall![1];
  return {
    answers,
    change: (id: string) => act(() => onChanges([leadChange(id)])),
    answer: (number: number, fullName: string) => act(async () => answers[number]!(fullName)),
  };
}

/** Chooses the status of lead `a` at once, as the list does, before the server answers. */
function ChooseStatus() {
  const [update, { client: apollo }] = useMutation(UpdateLeadDocument);
  const choose = () => {
    // Something else has loaded a part of the lead meanwhile.
    const data = { lead: { __typename: 'Lead', id: 'a' } } as never;
    apollo.cache.writeQuery({ query: LeadDocument, variables: { id: 'a' }, data, broadcast: false });
    void update({ variables, optimisticResponse });
  };
  const variables = { id: 'a', input: { status: 'contacted' as const } };
  const optimisticResponse = { updateLead: { __typename: 'Lead', id: 'a', status: 'contacted' } } as never;
  return <button onClick={choose}>Contacted</button>;
}

const ownersOf = (data: LeadQuery | undefined) => <p>{data ? data.lead.client.leadOwners.length : 'Unknown'}</p>;
const variables = { id: 'a' };
const LiveOwners = () => ownersOf(useLiveQuery(LeadDocument, { variables, ...refreshedOnOpen }, () => false).data);
const RefreshedOwners = () => ownersOf(useQuery(LeadDocument, { variables, ...refreshedOnOpen }).data);

beforeEach(() => jest.mocked(followChanges).mockClear());

it('loads again after a change that came while it was loading, and shows the newer answer', async () => {
  const { answers, change, answer } = await openLead();
  change('a');
  await answer(0, 'Outdated');
  await waitFor(() => expect(answers).toHaveLength(2));
  await answer(1, 'Ann');
  await screen.findByText('Ann');
});

it('sends one request for all changes that came during another one', async () => {
  const { answers, change, answer } = await openLead();
  await answer(0, 'Ann');
  for (let count = 0; count < 5; count += 1) change('a');
  await waitFor(() => expect(answers).toHaveLength(2));
  await answer(1, 'Ann Lee');
  await waitFor(() => expect(answers).toHaveLength(3));
  await answer(2, 'Ann Chen');
  await screen.findByText('Ann Chen');
  expect(answers).toHaveLength(3);
});

it('does not load again for another lead', async () => {
  const { answers, change, answer } = await openLead();
  await answer(0, 'Ann');
  change('b');
  change('a');
  await waitFor(() => expect(answers).toHaveLength(2));
  await answer(1, 'Bo');
  await screen.findByText('Bo');
  expect(answers).toHaveLength(2);
});

it.each<[string, () => ReactElement]>([
  ['a query', RefreshedOwners],
  ['a live query', LiveOwners],
])('shows no part of %s that is loading while an optimistic response is shown', async (_name, Owners) => {
  const unanswered = () => new Promise<never>(() => {});
  const { user } = renderScreen(
    <LiveClient clientId="c">
      <Owners />
      <ChooseStatus />
    </LiveClient>,
    { Lead: unanswered, UpdateLead: unanswered, ClientStats: {} },
  );
  await user.click(screen.getByRole('button', { name: 'Contacted' }));
  // Apollo notifies in the next turn of the event loop.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByText('Unknown')).toBeTruthy();
});
