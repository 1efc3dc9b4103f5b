/** @jest-environment jsdom */
import { useQuery } from '@apollo/client/react';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminStatsDocument, ClientStatsDocument, ViewerDocument } from '../../shared/graphql/generated';
import { client } from '../../testing/fixtures';
import { renderScreen } from '../../testing/render';
import { AgencyFirstSteps } from './agency-first-steps';
import { ClientFirstSteps } from './first-steps';

beforeEach(() => localStorage.clear());

const viewer = {
  __typename: 'Viewer',
  user: { __typename: 'User', id: 'user-1', username: 'admin' },
  client: null,
  member: null,
  secondFactorDueAt: null,
};

/** The screen around the steps, which loads the totals. */
function Totals({ children }: { children: ReactNode }) {
  useQuery(ViewerDocument);
  useQuery(ClientStatsDocument, { variables: { clientId: client.id } });
  useQuery(AdminStatsDocument);
  return children;
}

function open(firstSteps: ReactNode, totals: object) {
  const stats = {
    totalCampaigns: 0,
    activeCampaigns: 0,
    totalLeads: 0,
    conversions: 0,
    heldLeads: 0,
    spamLeads: 0,
    totalSMSMessages: 0,
    totalClients: 0,
    providerBreaker: null,
    ...totals,
  };
  return renderScreen(<Totals>{firstSteps}</Totals>, {
    Viewer: { viewer },
    ClientStats: { client: { __typename: 'Client', id: client.id, stats: { __typename: 'ClientStats', ...stats } } },
    AdminStats: { adminStats: { __typename: 'AdminStats', ...stats } },
  });
}

const steps = () =>
  screen.getAllByRole('listitem').map((item) => {
    const link = within(item).queryByRole('link');
    const isDone = item.textContent.includes('(done)');
    return `${item.querySelector('p')!.firstChild!.textContent}: ${isDone ? 'done' : (link?.getAttribute('href') ?? 'no button')}`;
  });

test('a new client creates a campaign first', async () => {
  open(<ClientFirstSteps clientId={client.id} />, {});
  expect(await screen.findByText('0 of 3 done')).toBeTruthy();
  expect(steps()).toEqual([
    `Create your first campaign: /client/dashboard/${client.id}/campaign/new`,
    'Receive the first lead: no button',
    'Send the first text message: no button',
  ]);
});

test('the steps of a client complete themselves', async () => {
  open(<ClientFirstSteps clientId={client.id} />, { totalCampaigns: 2, totalSMSMessages: 1 });
  expect(await screen.findByText('2 of 3 done')).toBeTruthy();
  expect(steps()).toEqual([
    'Create your first campaign: done',
    'Receive the first lead: /?tab=campaigns',
    'Send the first text message: done',
  ]);
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Receive the first lead');
});

test('steps that are done disappear', async () => {
  const { sent } = open(<ClientFirstSteps clientId={client.id} />, {
    totalCampaigns: 1,
    totalLeads: 1,
    totalSMSMessages: 1,
  });
  await waitFor(() => expect(sent).toHaveLength(3));
  await act(async () => {});
  expect(screen.queryByText('Get started')).toBeNull();
});

test('hidden steps stay hidden in this browser', async () => {
  const { user } = open(<ClientFirstSteps clientId={client.id} />, {});
  await user.click(await screen.findByRole('button', { name: 'Hide' }));
  expect(screen.queryByText('Get started')).toBeNull();
  cleanup();
  const { sent } = open(<ClientFirstSteps clientId={client.id} />, { totalCampaigns: 1 });
  await waitFor(() => expect(sent).toHaveLength(3));
  await act(async () => {});
  expect(screen.queryByText('Get started')).toBeNull();
});

test('a new agency adds a client first', async () => {
  open(<AgencyFirstSteps />, {});
  expect(await screen.findByText('0 of 4 done')).toBeTruthy();
  expect(steps()).toEqual([
    'Add a client: /?tab=clients&dialog=add',
    'Publish a campaign: no button',
    'Receive the first lead: no button',
    'Send the first text message: no button',
  ]);
});

test('the steps of an agency complete themselves', async () => {
  open(<AgencyFirstSteps />, { totalClients: 3, activeCampaigns: 1, totalLeads: 9 });
  expect(await screen.findByText('3 of 4 done')).toBeTruthy();
  expect(steps()[3]).toBe('Send the first text message: /?tab=clients');
});
