/** @jest-environment jsdom */
import { useQuery } from '@apollo/client/react';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ClientUsageDocument } from '../../shared/graphql/generated';
import { client, lead } from '../../testing/fixtures';
import { type Answers, renderScreen } from '../../testing/render';
import type { DashboardAccess } from '../../shared/dashboard-access';
import { CommandLauncher } from './command-launcher';
import { setShortcutsOn } from './shortcut-setting';

const tabs = [
  { value: 'leads', label: 'Leads' },
  { value: 'sms', label: 'SMS Follow-ups' },
];
const noPages = { hasNextPage: false, endCursor: null };
const leadsOf = (...names: string[]) => ({
  client: {
    __typename: 'Client',
    id: client.id,
    leads: {
      __typename: 'LeadConnection',
      nodes: names.map((fullName) => ({ __typename: 'Lead', ...lead, id: `id-${fullName}`, fullName })),
      totalCount: names.length,
    },
  },
});

beforeAll(() => {
  Element.prototype.checkVisibility ??= () => true;
});
beforeEach(() => {
  localStorage.clear();
  setShortcutsOn(true);
});

/** Renders the launcher on a screen with a search box, as somebody with this access sees it. */
function open(access: DashboardAccess = 'link', answers: Answers = {}) {
  const page = (
    <main>
      <CommandLauncher tabs={tabs} access={access} />
      <input type="search" aria-label="Search leads" />
      <textarea aria-label="Notes" />
    </main>
  );
  const campaigns = { __typename: 'CampaignConnection', nodes: [], pageInfo: noPages };
  return renderScreen(
    page,
    { Leads: leadsOf(), Campaigns: { client: { __typename: 'Client', id: client.id, campaigns } }, ...answers },
    { path: '/client/dashboard/:clientId' },
  );
}
const palette = async () => {
  const input = await screen.findByRole('combobox');
  await waitFor(() => expect(document.activeElement === input).toBe(true));
  return input;
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the command palette', () => {
  it('opens by its keys and by its button, and lists what the viewer may do', async () => {
    const { user } = open('link');
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    expect(options()).toEqual([
      'Create sequence',
      'Upload files',
      'Keyboard shortcuts?',
      'Leadsg l',
      'SMS Follow-upsg s',
    ]);
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe('5 results');
    await user.keyboard('{Control>}k{/Control}');
    await noDialog();
    await user.click(screen.getByRole('button', { name: 'Search or go to…' }));
    await palette();
  });

  it('offers no changes where a link is read-only, and new campaigns only to accounts', async () => {
    const { user } = open('readOnlyLink');
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    expect(options()).toEqual(['Keyboard shortcuts?', 'Leadsg l', 'SMS Follow-upsg s']);
  });

  it.each([
    [2, ['New campaign', 'Create sequence']],
    [3, ['Create sequence', 'Upload files']],
  ])('with %d of 3 campaigns used begins with %j', async (campaignsThisMonth, first) => {
    const usage = {
      ...{ __typename: 'ClientUsage', campaignsThisMonth, leadsThisMonth: 0 },
      ...{ smsThisMonth: 0, segmentsThisMonth: 0 },
    };
    const used = { __typename: 'Client', ...client, monthlyCampaignLimit: 3, usage };
    // The screen has loaded it.
    const Usage = () => useQuery(ClientUsageDocument, { variables: { id: client.id } }).data?.client.timeZone;
    const rendered = renderScreen(
      <>
        <CommandLauncher tabs={tabs} access="owner" />
        <Usage />
      </>,
      { ClientUsage: { client: used } },
      { path: '/client/dashboard/:clientId' },
    );
    await act(() => rendered.router.navigate(`/client/dashboard/${client.id}`));
    await screen.findByText(client.timeZone);
    const { user } = rendered;
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    expect(options().slice(0, 2)).toEqual(first);
  });

  it('moves by arrow keys, tells which option is active, and runs it with Enter', async () => {
    const { user, router } = open('owner');
    await user.keyboard('{Control>}k{/Control}');
    const input = await palette();
    await user.type(input, 'le');
    await waitFor(() => expect(options()).toEqual(['Leadsg l']));
    await user.clear(input);
    await user.keyboard('{ArrowDown}');
    await waitFor(() =>
      expect(document.getElementById(input.getAttribute('aria-activedescendant')!)?.textContent).toBe(
        'Create sequence',
      ),
    );
    await user.keyboard('{Enter}');
    await noDialog();
    expect(router.state.location.search).toBe('?tab=sms&dialog=new');
  });

  it('searches the leads once for a typed word, and shows only what the last search found', async () => {
    const { user, router, sentOf } = open('link', {
      Leads: ({ filter }) => leadsOf(`${(filter as { search: string }).search} Lee`),
    });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await palette(), 'ann');
    await screen.findByRole('option', { name: /ann Lee/ });
    expect(sentOf('Leads')).toEqual([expect.objectContaining({ filter: { search: 'ann' }, first: 6 })]);
    await user.type(await palette(), 'a');
    expect(screen.queryByRole('option', { name: /ann Lee/ })).toBeNull();
    await user.click(await screen.findByRole('option', { name: /anna Lee/ }));
    expect(router.state.location.search).toBe('?tab=leads&dialog=view&id=id-anna Lee');
  });

  it('says that nothing was found, and that leads could not be searched', async () => {
    const { user } = open('link', {
      Leads: ({ filter }) => {
        if ((filter as { search: string }).search === 'broken') throw new Error('offline');
        return leadsOf();
      },
    });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await palette(), 'xyz');
    await screen.findByText('Nothing found for “xyz”');
    await user.clear(await palette());
    await user.type(await palette(), 'broken');
    await screen.findByText('The leads could not be searched.');
  });
});

describe('single-key shortcuts', () => {
  it('lead to tabs, focus the search and create what the tab lists', async () => {
    const { user, router } = open('owner');
    await user.keyboard('gl');
    expect(router.state.location.search).toBe('?tab=leads');
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByLabelText('Search leads'));
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('gs');
    await user.keyboard('n');
    expect(router.state.location.search).toBe('?tab=sms&dialog=new');
  });

  it('do nothing while somebody types, with modifiers, for unknown keys and in a dialog', async () => {
    const { user, router } = open('owner');
    await user.click(screen.getByLabelText('Notes'));
    await user.keyboard('gl/n?');
    expect((screen.getByLabelText('Notes') as HTMLTextAreaElement).value).toBe('gl/n?');
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Control>}g{/Control}l{Alt>}g{/Alt}lg{Shift>}L{/Shift}gxl');
    expect(router.state.location.search).toBe('');
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('gl');
    expect(router.state.location.search).toBe('');
  });

  it('can be switched off in their overview, also where storage is blocked', async () => {
    const { user, router } = open('owner');
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    within(dialog).getByText('Leads');
    for (const [label, keys] of [
      ['Next row', '↓'],
      ['Select the lead', 'Space'],
      ['Next lead', 'j'],
    ] as const)
      expect(within(dialog).getByText(label).parentElement!.textContent).toBe(`${label}${keys}`);
    const blocked = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    await user.click(within(dialog).getByRole('checkbox', { name: /Single-key shortcuts/ }));
    expect(blocked).toHaveBeenCalled();
    blocked.mockRestore();
    expect(within(dialog).queryByText('Leads')).toBeNull();
    await user.keyboard('{Escape}');
    await noDialog();
    await user.keyboard('gl');
    expect(router.state.location.search).toBe('');
    await user.keyboard('{Control>}k{/Control}');
    await palette();
  });
});
