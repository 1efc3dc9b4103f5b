/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { lead, leadDetails } from '../../testing/fixtures';
import { loadAgain } from '../../shared/live/apply-change';
import { chooseByKeys, openMenu } from '../../testing/menu';
import { type Answers, conflictWith, renderScreen, serverError } from '../../testing/render';
// The tab loads it when it is needed. Compiling it then would take longer than the tests wait.
import './detail/lead-drawer';
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
/** Renders the tab with one lead in its list, at an address. */
async function open(search = '', answers: Answers = {}) {
  const rendered = renderScreen(<LeadsTab clientId={lead.clientId} timeZone="America/New_York" />, {
    Leads: page([listed]),
    SpamLeadCount: { client: { __typename: 'Client', id: lead.clientId, spamLeads: { totalCount: 0 } } },
    Lead: ({ id }) => {
      if (id === lead.id) return leadDetails(listed);
      if (id === other.id) return leadDetails(other);
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

  it('show the details again when editing ends, and go back to the list when they close', async () => {
    const { user, address, router } = await open('/?tab=leads');
    await user.click(screen.getByRole('button', { name: lead.fullName! }));
    await user.click(within(await dialog(lead.fullName!)).getByRole('button', { name: 'Edit' }));
    const form = await dialog('Edit Lead');
    expect(address()).toBe(`?tab=leads&dialog=edit&id=${lead.id}`);
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    const details = await dialog(lead.fullName!);
    expect(address()).toBe(`?tab=leads&dialog=view&id=${lead.id}`);
    await waitFor(() => expect(document.activeElement).toBe(within(details).getByRole('button', { name: 'Edit' })));
    await user.click(within(details).getByRole('button', { name: 'Close' }));
    await noDialog();
    expect(address()).toBe('?tab=leads');
    // The list is where the dialog was opened, so the next step leaves it.
    await act(() => router.navigate(-1));
    expect(address()).toBe('');
  });

  it('stay open when editing ends and a search no longer finds the lead, whose details are still to be loaded', async () => {
    let arrive = (_details: object) => {};
    const later = new Promise<object>((resolve) => (arrive = resolve));
    const { user, address } = await open('/?tab=leads', {
      Leads: ({ filter }) => page((filter as { search: string | null }).search ? [] : [listed]),
      Lead: () => later,
    });
    await user.click(screen.getByRole('button', { name: lead.fullName! }));
    const drawer = await dialog(lead.fullName!);
    await user.click(within(drawer).getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search leads' }), 'nobody');
    await waitFor(() => expect(address()).toContain('search=nobody'));
    await user.click(within(await dialog('Edit Lead')).getByRole('button', { name: 'Cancel' }));
    expect(await dialog(lead.fullName!)).toBe(drawer);
    await act(async () => arrive(leadDetails(listed)));
    expect(await dialog(lead.fullName!)).toBe(drawer);
    await waitFor(() => expect(document.activeElement).toBe(within(drawer).getByRole('button', { name: 'Edit' })));
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
        return leadDetails({ ...other, id: requested, clientId: 'client-2' });
      },
    });
    await dialog('This lead was not found');
    expect(screen.queryByText('Grace Hopper')).toBeNull();
  });

  it('keep what was typed, and the list its rows, when everything is loaded again and that fails', async () => {
    let isDown = false;
    const unlessDown = (answer: object) => () => {
      if (isDown) throw serverError('Something went wrong', { code: 'INTERNAL_SERVER_ERROR' });
      return answer;
    };
    const { user, apollo, sent } = await open(`/?tab=leads&dialog=edit&id=${lead.id}`, {
      Leads: unlessDown(page([listed, other])),
      Lead: unlessDown(leadDetails(listed)),
    });
    const form = await dialog('Edit Lead');
    const name = within(form).getByRole('textbox', { name: 'Full Name' });
    await user.clear(name);
    await user.type(name, 'Ada King');
    isDown = true;
    const { length } = sent;
    await act(async () => loadAgain(apollo, lead.clientId));
    expect(sent.slice(length).map(({ name: operation }) => operation)).toEqual(expect.arrayContaining(['Leads']));
    expect((within(form).getByRole('textbox', { name: 'Full Name' }) as HTMLInputElement).value).toBe('Ada King');
    expect(screen.getByText('Grace Hopper')).toBeTruthy();
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

const third = { ...listed, id: 'lead-3', fullName: 'Zoë Zhang' };
const three = { Leads: page([listed, other, third]) };
const nameButton = (name: string) => screen.getByRole('button', { name });
const focusIsOn = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

describe('the drawer of a lead', () => {
  it('follows the row that is pressed beside it, takes the focus and returns it to that row', async () => {
    const { user, address } = await open('/?tab=leads', three);
    await user.click(nameButton(lead.fullName!));
    await dialog(lead.fullName!);
    await user.click(nameButton('Grace Hopper'));
    await focusIsOn(await dialog('Grace Hopper'));
    expect(address()).toBe(`?tab=leads&dialog=view&id=${other.id}`);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await user.keyboard('{Escape}');
    await noDialog();
    expect(address()).toBe('?tab=leads');
    await focusIsOn(nameButton('Grace Hopper'));
  });

  it('marks the row of its lead', async () => {
    const { user } = await open('/?tab=leads', three);
    await user.click(nameButton('Grace Hopper'));
    await dialog('Grace Hopper');
    const marked = document.querySelectorAll('[aria-current=true]');
    expect([...marked].map((row) => row.getAttribute('data-row'))).toEqual([other.id]);
  });

  it('shows the next and the previous lead of the list by buttons and by J and K', async () => {
    const { user } = await open('/?tab=leads', three);
    await user.click(nameButton(lead.fullName!));
    await user.click(within(await dialog(lead.fullName!)).getByRole('button', { name: 'Next lead' }));
    expect(within(await dialog('Grace Hopper')).getByText('2 of 3')).toBeTruthy();
    await user.keyboard('j');
    await dialog('Zoë Zhang');
    // The list ends here.
    await user.keyboard('j');
    await user.click(screen.getByRole('button', { name: 'Next lead' }));
    await dialog('Zoë Zhang');
    await user.keyboard('k');
    await dialog('Grace Hopper');
    await user.keyboard('{Control>}k{/Control}');
    await dialog('Grace Hopper');
    await user.keyboard('{Escape}');
    await focusIsOn(nameButton('Grace Hopper'));
  });

  it('leaves J and K to the field that is typed in', async () => {
    const { user, address } = await open('/?tab=leads', three);
    await user.click(nameButton(`Edit ${lead.fullName}`));
    const form = await dialog('Edit Lead');
    await user.type(within(form).getByRole('textbox', { name: 'Full Name' }), 'jk');
    expect(within(form).getByRole('textbox', { name: 'Full Name' })).toHaveProperty('value', `${lead.fullName}jk`);
    expect(address()).toBe(`?tab=leads&dialog=edit&id=${lead.id}`);
    await user.type(screen.getByRole('searchbox', { name: 'Search leads' }), 'j');
    await waitFor(() => expect(address()).toContain('search=j'));
    expect(address()).toContain(`dialog=edit&id=${lead.id}`);
    // The search does not lose what was typed in the form, and so it asks nothing.
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('asks before another row discards what was typed', async () => {
    const { user, address } = await open('/?tab=leads', three);
    await user.click(nameButton(`Edit ${lead.fullName}`));
    const form = await dialog('Edit Lead');
    await user.type(within(form).getByRole('textbox', { name: 'Full Name' }), '!');
    await user.click(nameButton('Grace Hopper'));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(`?tab=leads&dialog=edit&id=${lead.id}`);
    expect(within(form).getByRole('textbox', { name: 'Full Name' })).toHaveProperty('value', `${lead.fullName}!`);
    await user.click(nameButton('Grace Hopper'));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await dialog('Grace Hopper');
    expect(address()).toBe(`?tab=leads&dialog=view&id=${other.id}`);
  });

  it('shows the details again after editing, also when another row was pressed meanwhile', async () => {
    const { user } = await open('/?tab=leads', { ...three, UpdateLead: { updateLead: { ...listed, version: 3 } } });
    await user.click(nameButton(lead.fullName!));
    await user.click(within(await dialog(lead.fullName!)).getByRole('button', { name: 'Edit' }));
    const form = await dialog('Edit Lead');
    await user.type(within(form).getByRole('textbox', { name: 'Full Name' }), '!');
    await user.click(nameButton('Grace Hopper'));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await user.click(within(form).getByRole('button', { name: 'Save changes' }));
    await dialog(lead.fullName!);
  });

  it('asks before Cancel and Escape discard what was typed in place', async () => {
    const { user, address } = await open('/?tab=leads', three);
    await user.click(nameButton(lead.fullName!));
    await user.click(within(await dialog(lead.fullName!)).getByRole('button', { name: 'Edit' }));
    const form = await dialog('Edit Lead');
    await user.type(within(form).getByRole('textbox', { name: 'Full Name' }), '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await user.click(within(form).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await dialog(lead.fullName!);
    expect(address()).toBe(`?tab=leads&dialog=view&id=${lead.id}`);
  });

  it('has links to call, to text and to email the lead', async () => {
    const reachable = { ...listed, email: 'ann@example.com' };
    const { user } = await open('/?tab=leads', { Leads: page([reachable]), Lead: leadDetails(reachable) });
    await user.click(nameButton(lead.fullName!));
    const links = within(await dialog(lead.fullName!)).getAllByRole('link');
    expect(links.map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual([
      ['Call', 'tel:5125550142'],
      ['Text', 'sms:5125550142'],
      ['Email', 'mailto:ann@example.com'],
    ]);
  });

  it('collapses the consent, and says in one line whether there is one', async () => {
    const { user } = await open('/?tab=leads');
    await user.click(nameButton(lead.fullName!));
    const consent = await screen.findByRole('region', { name: 'Consent' });
    expect(within(consent).queryByText(/There is no record/)).toBeNull();
    await user.click(within(consent).getByRole('button', { name: 'Consent no record' }));
    await within(consent).findByText(/There is no record that 5125550142 agreed/);
  });
});

it('shows beside the ad consent the text that the visitor saw', async () => {
  const adConsentText = 'Avise a Google y Meta de que su anuncio llevó a esta solicitud.';
  const { lead: details } = leadDetails(listed);
  const { user } = await open('/?tab=leads', { Lead: { lead: { ...details, adConsent: false, adConsentText } } });
  await user.click(nameButton(lead.fullName!));
  const [consent, text] = (await screen.findAllByText(/^Ad consent/)).map(
    ({ nextElementSibling }) => nextElementSibling,
  );
  expect([consent, text].map((value) => value?.textContent)).toEqual(['Refused', adConsentText]);
});

const row = (name: string) => within(nameButton(name).closest('tr')!);
const chooseStatus = async (user: Awaited<ReturnType<typeof open>>['user'], status: string) => {
  const select = within(await dialog(lead.fullName!)).getByRole('combobox', { name: 'Status' });
  await user.selectOptions(select, status);
  return select;
};
const savedAs = (status: string, version: number) => ({ updateLead: { ...listed, status, version } });

describe('the status of a lead in its drawer', () => {
  it('is saved by one request and shown in the list', async () => {
    const entry = {
      ...{ __typename: 'TimelineEntry', kind: 'status_changed', occurredAt: lead.createdAt, continuesAt: null },
      description: 'Ann changed the status',
    };
    const { user, sent, sentOf, hasToast } = await open('/?tab=leads', {
      Lead: leadDetails(listed),
      UpdateLead: { updateLead: { ...savedAs('contacted', 3).updateLead, timeline: [entry] } },
    });
    await user.click(nameButton(lead.fullName!));
    const drawer = within(await dialog(lead.fullName!));
    await waitFor(() => expect(sentOf('Lead')).toHaveLength(1));
    const before = sent.length;
    await chooseStatus(user, 'contacted');
    await row(lead.fullName!).findByText('Contacted');
    await waitFor(() => expect(hasToast('Lead updated successfully')).toBe(true));
    expect(await drawer.findByText('Ann changed the status')).toBeTruthy();
    expect(sent.slice(before).map(({ name }) => name)).toEqual(['UpdateLead']);
    expect(sentOf('UpdateLead')).toEqual([
      { id: lead.id, input: { status: 'contacted' }, expectedVersion: 2, withTimeline: true },
    ]);
  });

  it('goes back to what it was, in the list too, if it cannot be saved', async () => {
    const { user, hasToast } = await open('/?tab=leads', {
      UpdateLead: () => {
        throw serverError('No.', { code: 'NOT_FOUND' });
      },
    });
    await user.click(nameButton(lead.fullName!));
    const select = await chooseStatus(user, 'contacted');
    await waitFor(() => expect(hasToast('Failed to update lead')).toBe(true));
    await waitFor(() => expect(select).toHaveProperty('value', 'new'));
    row(lead.fullName!).getByText('New');
  });

  it('keeps the answers that a colleague changed meanwhile, but not over their status', async () => {
    let theirs = { ...listed, fullName: 'Ann Li', version: 5 };
    let stored: typeof listed = listed;
    const { user, sentOf, hasToast } = await open('/?tab=leads', {
      UpdateLead: ({ expectedVersion }) => {
        if (expectedVersion !== theirs.version) throw conflictWith(theirs);
        stored = { ...theirs, status: 'contacted', version: 6 };
        return { updateLead: stored };
      },
      Lead: () => leadDetails(stored),
    });
    await user.click(nameButton(lead.fullName!));
    await chooseStatus(user, 'contacted');
    await dialog('Ann Li');
    expect(sentOf('UpdateLead')[1]).toEqual({
      id: lead.id,
      input: { status: 'contacted' },
      expectedVersion: 5,
      withTimeline: true,
    });
    theirs = { ...theirs, status: 'converted', version: 9 };
    await user.selectOptions(within(await dialog('Ann Li')).getByRole('combobox', { name: 'Status' }), 'qualified');
    await waitFor(() => expect(hasToast('Failed to update lead')).toBe(true));
    expect(sentOf('UpdateLead')).toHaveLength(3);
  });
});

describe('the status of a lead in its row', () => {
  const statusButton = (status: string) =>
    screen.findByRole('button', { name: `Status of ${lead.fullName}: ${status}` });
  const choose = async (user: Awaited<ReturnType<typeof open>>['user'], status: string) =>
    chooseByKeys(user, await openMenu(user, await statusButton('New')), status);

  it('is chosen from a menu, which saves it by one request and keeps the focus', async () => {
    const { user, sentOf, hasToast, address } = await open('/?tab=leads', { UpdateLead: savedAs('contacted', 3) });
    await choose(user, 'Contacted');
    const button = await statusButton('Contacted');
    expect(button.textContent).toBe('Contacted');
    await waitFor(() => expect(hasToast('Lead updated successfully')).toBe(true));
    expect(sentOf('UpdateLead')).toEqual([
      { id: lead.id, input: { status: 'contacted' }, expectedVersion: 2, withTimeline: false },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(address()).toBe('?tab=leads');
  });

  it('is not saved when the same one is chosen', async () => {
    const { user, sentOf } = await open('/?tab=leads', { UpdateLead: savedAs('new', 3) });
    await choose(user, 'New');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(sentOf('UpdateLead')).toEqual([]);
  });

  it('becomes what a colleague chose meanwhile if it cannot be saved', async () => {
    const theirs = { ...listed, status: 'converted', version: 9 } as const;
    const { user, hasToast } = await open('/?tab=leads', {
      Lead: leadDetails(theirs),
      UpdateLead: () => {
        throw conflictWith(theirs);
      },
    });
    await choose(user, 'Contacted');
    await waitFor(() => expect(hasToast('Failed to update lead')).toBe(true));
    await statusButton('Converted');
  });

  it('is a mere badge for a lead that is held', async () => {
    await open('/?tab=leads', { Leads: page([{ ...listed, held: true }]) });
    row(lead.fullName!).getByText('Held');
    expect(screen.queryByRole('button', { name: /^Status of/ })).toBeNull();
  });
});
