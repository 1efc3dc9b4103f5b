/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { lead } from '../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../testing/render';
import { LeadsTab } from './leads-tab';

const page = (nodes: object[]) => ({
  client: {
    __typename: 'Client',
    id: lead.clientId,
    leads: { __typename: 'LeadConnection', nodes, totalCount: nodes.length },
  },
});
const listed = { __typename: 'Lead', ...lead };
const other = { ...listed, id: 'lead-2', fullName: 'Grace Hopper' };
const details = (found: object) => ({
  lead: { ...found, consent: null, optedOutAt: null, timeline: [], enrollments: { nodes: [] } },
});

/** Renders the tab with one lead in its list, at an address. */
async function open(search = '', answers: Answers = {}) {
  const rendered = renderScreen(<LeadsTab clientId={lead.clientId} timeZone="America/New_York" />, {
    Leads: page([listed]),
    SpamLeadCount: { client: { __typename: 'Client', id: lead.clientId, spamLeads: { totalCount: 0 } } },
    Lead: ({ id }) => {
      if (id === lead.id) return details(listed);
      if (id === other.id) return details(other);
      throw serverError('Not found', { code: 'NOT_FOUND' });
    },
    ...answers,
  });
  const { router } = rendered;
  if (search) await act(() => router.navigate(search));
  await screen.findAllByText(lead.fullName!);
  return { ...rendered, goBack: () => act(() => router.navigate(-1)), address: () => router.state.location.search };
}
const dialog = (name: string) => screen.findByRole('dialog', { name });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the dialogs of leads', () => {
  it('have an address that Back leaves', async () => {
    const { user, address, goBack } = await open('/?tab=leads&page=1');
    await user.click(screen.getByRole('button', { name: lead.fullName! }));
    await dialog(lead.fullName!);
    expect(address()).toBe(`?tab=leads&page=1&dialog=view&id=${lead.id}`);
    await goBack();
    await noDialog();
    expect(address()).toBe('?tab=leads&page=1');
  });

  it('go back to the list when they close, from editing too', async () => {
    const { user, address, router } = await open('/?tab=leads');
    await user.click(screen.getByRole('button', { name: lead.fullName! }));
    await user.click(within(await dialog(lead.fullName!)).getByRole('button', { name: 'Edit' }));
    const form = await dialog('Edit Lead');
    expect(address()).toBe(`?tab=leads&dialog=edit&id=${lead.id}`);
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    await noDialog();
    expect(address()).toBe('?tab=leads');
    // The list is where the dialog was opened, so the next step leaves it.
    await act(() => router.navigate(-1));
    expect(address()).toBe('');
  });

  it('open by a link to a lead of another page, and close to the list', async () => {
    const { user, address } = await open(`/?tab=leads&dialog=view&id=${other.id}`);
    await user.click(within(await dialog('Grace Hopper')).getByRole('button', { name: 'Close' }));
    await noDialog();
    expect(address()).toBe('?tab=leads');
  });

  it.each(['gone', 'lead-of-another-client'])('say that a lead was not found: %s', async (id) => {
    await open(`/?dialog=edit&id=${id}`, {
      Lead: ({ id: requested }) => {
        if (requested === 'gone') throw serverError('Not found', { code: 'NOT_FOUND' });
        return details({ ...other, id: requested, clientId: 'client-2' });
      },
    });
    await dialog('This lead was not found');
    expect(screen.queryByText('Grace Hopper')).toBeNull();
  });

  it('stay open when a search takes effect', async () => {
    const { user, address } = await open('/?tab=leads');
    await user.type(screen.getByRole('searchbox', { name: 'Search leads' }), 'a');
    await user.click(screen.getByRole('button', { name: lead.fullName! }));
    await waitFor(() => expect(address()).toBe(`?tab=leads&search=a&dialog=view&id=${lead.id}`));
    await dialog(lead.fullName!);
  });

  it('ask before Back discards what was typed', async () => {
    const { user, address, goBack } = await open('/?tab=leads');
    await user.click(screen.getByRole('button', { name: `Edit ${lead.fullName}` }));
    const form = await dialog('Edit Lead');
    await user.selectOptions(within(form).getByRole('combobox', { name: 'Status' }), 'qualified');
    await goBack();
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(`?tab=leads&dialog=edit&id=${lead.id}`);
    await goBack();
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await noDialog();
    expect(address()).toBe('?tab=leads');
  });
});
