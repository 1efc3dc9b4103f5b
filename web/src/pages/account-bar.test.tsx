/** @jest-environment jsdom */
import { useQuery } from '@apollo/client/react';
import { screen, waitFor } from '@testing-library/react';
import { type DashboardAccess, DashboardAccessProvider } from '../shared/dashboard-access';
import { ViewerDocument } from '../shared/graphql/generated';
import { client } from '../testing/fixtures';
import { renderScreen } from '../testing/render';
import { AccountBar } from '../app/account-bar';
// It is loaded after the screen.
import '../features/leads/notifications/notifications-button';

const notificationState = { __typename: 'NotificationState', unseen: 2, seenAt: null, muted: [] };
const viewer = {
  __typename: 'Viewer',
  user: null,
  client: { __typename: 'Client', ...client, notificationState },
  member: null,
  secondFactorDueAt: null,
};

function Bar() {
  useQuery(ViewerDocument);
  return <AccountBar logoutAs="client" />;
}
const open = (access: DashboardAccess) =>
  renderScreen(
    <DashboardAccessProvider value={access}>
      <Bar />
    </DashboardAccessProvider>,
    { Viewer: { viewer } },
  );

describe('the bell', () => {
  it.each(['owner', 'staff'] as const)('is on the dashboard of the %s', async (access) => {
    open(access);
    expect(await screen.findByRole('button', { name: 'Notifications, 2 new' })).toBeTruthy();
  });

  it('is not on a dashboard that a link opened, also of somebody who is signed in as another client', async () => {
    const { sentOf } = open('link');
    await waitFor(() => expect(sentOf('Viewer')).toHaveLength(1));
    await screen.findByRole('button', { name: 'Logout' });
    expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
  });
});
