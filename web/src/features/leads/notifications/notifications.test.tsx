/** @jest-environment jsdom */
import { useQuery } from '@apollo/client/react';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ViewerDocument } from '../../../shared/graphql/generated';
import { client, lead } from '../../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { NotificationSettings } from './notification-settings';
import { NotificationsButton } from './notifications-button';
// It is loaded when it opens. Compiling it then would take longer than the tests wait.
import './notifications-panel';

// jsdom has no popovers.
HTMLElement.prototype.showPopover = () => undefined;

const clientOf = (fields: object) => ({ __typename: 'Client', id: client.id, ...fields });
const stateOf = (unseen: number, seenAt: string | null = null, muted: string[] = []) =>
  clientOf({ notificationState: { __typename: 'NotificationState', unseen, seenAt, muted } });
const notificationOf = (id: string, fields: object) => ({
  __typename: 'Notification',
  id,
  kind: 'new_lead',
  leads: 1,
  actorName: null,
  campaignId: null,
  campaign: null,
  createdAt: '2026-03-02T10:00:00.000Z',
  lead: { __typename: 'Lead', id: lead.id, fullName: lead.fullName, email: null, phone: null },
  ...fields,
});
const viewerOf = (state: object) => ({
  viewer: {
    __typename: 'Viewer',
    user: null,
    client: { ...client, ...state },
    member: null,
    secondFactorDueAt: null,
  },
});
const several = [
  notificationOf('a', { kind: 'assignment', actorName: 'Maya', leads: 3, lead: null }),
  notificationOf('b', { kind: 'assignment', actorName: 'Maya' }),
  notificationOf('c', { kind: 'mention', actorName: 'Maya', createdAt: '2026-03-01T10:00:00.000Z' }),
  notificationOf('d', { kind: 'reply', createdAt: '2026-03-01T10:00:00.000Z' }),
  notificationOf('e', { createdAt: '2026-03-01T10:00:00.000Z' }),
  notificationOf('f', {
    ...{ kind: 'ab_test', lead: null, createdAt: '2026-03-01T10:00:00.000Z' },
    ...{ campaignId: 'spring', campaign: { __typename: 'Campaign', id: 'spring', name: 'Spring offer' } },
  }),
];

describe('the bell', () => {
  // The dashboard loads it.
  function Viewed() {
    useQuery(ViewerDocument);
    return <NotificationsButton clientId={client.id} timeZone="America/New_York" memberId="member-1" />;
  }
  const open = (answers: Answers = {}, state: object = stateOf(2, '2026-03-02T00:00:00.000Z')) =>
    renderScreen(<Viewed />, {
      Viewer: viewerOf(state),
      Notifications: { client: clientOf({ notifications: { nodes: several, pageInfo: { hasNextPage: true } } }) },
      MarkNotificationsSeen: { markNotificationsSeen: stateOf(0, '2026-03-03T00:00:00.000Z') },
      ...answers,
    });
  const list = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }));

  it('counts what is new, opens the list, and marks it as seen', async () => {
    const { user, sentOf } = open();
    await user.click(await screen.findByRole('button', { name: 'Notifications, 2 new' }));
    const panel = await list();
    const links = await panel.findAllByRole('link', { name: /ago|Mar/ });
    expect(links.map(({ textContent }) => textContent!.replace(/(\d+ .*ago|Mar .*)$/, ''))).toEqual([
      'Maya assigned 3 leads to youNew',
      'Maya assigned Ann Lee to youNew',
      'Maya mentioned you in a note on Ann Lee',
      'Ann Lee sent a reply',
      'New lead: Ann Lee',
      'The A/B test of Spring offer is complete',
    ]);
    expect(links[0]!.getAttribute('href')).toBe('/?tab=leads&owner=member-1');
    expect(links[4]!.getAttribute('href')).toBe(`/?tab=leads&dialog=view&id=${lead.id}`);
    expect(links[5]!.getAttribute('href')).toBe('/?tab=campaigns&dialog=ab-tests&id=spring');
    await waitFor(() => expect(sentOf('MarkNotificationsSeen')).toEqual([{ clientId: client.id }]));
    await screen.findByRole('button', { name: 'Notifications' });
    await user.click(panel.getByRole('button', { name: 'Show earlier notifications' }));
    await waitFor(() => expect(sentOf('Notifications').at(-1)).toEqual({ clientId: client.id, first: 40 }));
  });

  it('closes when a notification is opened', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
    await user.click((await (await list()).findAllByRole('link', { name: /sent a reply/ }))[0]!);
    expect(screen.queryByRole('dialog')).toBeNull();
    // A reply opens the conversation.
    expect(router.state.location.search).toBe(`?tab=leads&dialog=view&id=${lead.id}&panel=conversation`);
  });

  it('says when there is nothing, and when the list cannot be loaded', async () => {
    let fails = true;
    const { user } = open(
      {
        Notifications: () => {
          if (fails) throw serverError('No connection', { code: 'INTERNAL_SERVER_ERROR' });
          return { client: clientOf({ notifications: { nodes: [], pageInfo: { hasNextPage: false } } }) };
        },
      },
      stateOf(0),
    );
    await user.click(await screen.findByRole('button', { name: 'Notifications' }));
    const panel = await list();
    fails = false;
    await user.click(await panel.findByRole('button', { name: /try again/i }));
    await panel.findByText('Nothing has happened in the last 30 days.');
  });
});

describe('the settings of notifications', () => {
  function Viewed(props: Partial<Parameters<typeof NotificationSettings>[0]>) {
    useQuery(ViewerDocument);
    return (
      <NotificationSettings
        clientId={client.id}
        notificationPhone="+14155550100"
        isMember={false}
        isOwner={false}
        isAdmin={false}
        {...props}
      />
    );
  }
  const emailOf = (kinds: string[], fields: object = {}) => ({
    emailNotifications: {
      __typename: 'EmailNotifications',
      address: 'ann@example.com',
      kinds,
      failedAt: null,
      ...fields,
    },
  });
  const channelsOf = (email: object = { emailNotifications: null }) => ({
    client: clientOf({ leadNotificationsEnabled: true, abTestingEnabled: false, ...email }),
  });
  const open = (props: Parameters<typeof Viewed>[0], answers: Answers = {}) =>
    renderScreen(<Viewed {...props} />, {
      Viewer: viewerOf(stateOf(0, null, ['reply'])),
      NotificationChannels: channelsOf(),
      ...answers,
    });
  const channel = async (name: string) => within(await screen.findByRole('group', { name }));
  const shown = async (name: string) =>
    (await channel(name))
      .getAllByRole<HTMLInputElement>('checkbox')
      .map((box) => `${box.labels![0]!.textContent}: ${box.checked}`);

  it('are switches for the bell, saved at once', async () => {
    let answer: (value: object) => void = () => undefined;
    const { user, sentOf } = open(
      { isMember: true },
      { MuteNotifications: () => new Promise<object>((resolve) => (answer = resolve)) },
    );
    await waitFor(async () => expect((await shown('In the bell'))[1]).toMatch(/^Replies of leads.*: false$/));
    await user.click(screen.getByRole('checkbox', { name: /^Notes that mention you/ }));
    await waitFor(async () => expect((await shown('In the bell'))[2]).toBe('Notes that mention you: false'));
    await act(async () => answer({ muteNotifications: stateOf(0, null, ['reply', 'mention']) }));
    expect(sentOf('MuteNotifications')).toEqual([{ clientId: client.id, kinds: ['reply', 'mention'] }]);
    expect(await shown('In the bell')).toHaveLength(4);
    // Without an email server, and for staff, there is nothing else to choose.
    expect(screen.getAllByRole('group')).toHaveLength(1);
  });

  it('have no mentions for the account of the business, and go back if they cannot be saved', async () => {
    const { user, hasToast } = open(
      {},
      {
        MuteNotifications: () => {
          throw serverError('Not now', { code: 'RATE_LIMITED' });
        },
      },
    );
    await waitFor(async () => expect(await shown('In the bell')).toHaveLength(2));
    await user.click(screen.getByRole('checkbox', { name: /^Leads that arrive/ }));
    await waitFor(() => expect(hasToast('Not now')).toBe(true));
    await waitFor(async () => expect((await shown('In the bell'))[0]).toBe('Leads that arrive: true'));
  });

  it('are switches for emails, which say where they are sent and that one failed', async () => {
    const { user, sentOf } = open(
      { isMember: true },
      {
        NotificationChannels: channelsOf(emailOf(['mention'], { failedAt: '2026-03-02T10:00:00.000Z' })),
        SetEmailNotifications: ({ kinds }) => ({ setEmailNotifications: clientOf(emailOf(kinds as string[])) }),
      },
    );
    const email = await channel('By email');
    email.getByText('Sent to ann@example.com, at most every five minutes.');
    email.getByText(/^The last email could not be sent/);
    await user.click(email.getByRole('checkbox', { name: 'Leads assigned to you' }));
    await user.click(email.getByRole('checkbox', { name: 'Notes that mention you' }));
    await waitFor(() =>
      expect(sentOf('SetEmailNotifications').map(({ kinds }) => kinds)).toEqual([
        ['mention', 'assignment'],
        ['assignment'],
      ]),
    );
    await waitFor(async () =>
      expect((await shown('By email')).map((text) => text.endsWith('true'))).toEqual([false, false, false, true]),
    );
    await waitFor(() => expect(email.queryByText(/^The last email could not be sent/)).toBeNull());
  });

  it('have A/B tests where the client has them', async () => {
    const channels = channelsOf({ emailNotifications: null, abTestingEnabled: true });
    const { user, sentOf } = open(
      {},
      {
        Viewer: viewerOf({ ...stateOf(0, null, ['reply']), abTestingEnabled: true }),
        NotificationChannels: channels,
        MuteNotifications: { muteNotifications: stateOf(0, null, ['reply', 'ab_test']) },
      },
    );
    await waitFor(async () => expect((await shown('In the bell'))[1]).toMatch(/: false$/));
    await user.click(await screen.findByRole('checkbox', { name: 'A/B tests that are complete' }));
    await waitFor(() =>
      expect(sentOf('MuteNotifications')).toEqual([{ clientId: client.id, kinds: ['reply', 'ab_test'] }]),
    );
  });

  it('say who adds a missing email address', async () => {
    open({ isMember: true }, { NotificationChannels: channelsOf(emailOf([], { address: null })) });
    const email = await channel('By email');
    email.getByText('Your account has no email address. An owner of the team can add it.');
    expect(email.queryByRole('checkbox')).toBeNull();
  });

  it('let owners and administrators switch off the text message to the business', async () => {
    const { user, sentOf } = open(
      { isOwner: true, isAdmin: true },
      {
        SetLeadNotifications: ({ enabled }) => ({
          setLeadNotifications: clientOf({ leadNotificationsEnabled: enabled }),
        }),
      },
    );
    const text = await channel('By text message');
    text.getByText('Sent to (415) 555-0100, the notification phone of the business.');
    expect(screen.queryByRole('group', { name: 'In the bell' })).toBeNull();
    await user.click(text.getByRole('checkbox', { name: 'Leads that arrive' }));
    await waitFor(async () => expect(await shown('By text message')).toEqual(['Leads that arrive: false']));
    expect(sentOf('SetLeadNotifications')).toEqual([{ clientId: client.id, enabled: false }]);
  });
});
