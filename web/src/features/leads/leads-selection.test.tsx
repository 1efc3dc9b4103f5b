/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { lead, leadDetails } from '../../testing/fixtures';
import { chooseByKeys, openMenu } from '../../testing/menu';
import { type Answers, renderScreen, serverError } from '../../testing/render';
import { DashboardAccessProvider } from '../../shared/dashboard-access';
import type { LeadFieldsFragment } from '../../shared/graphql/generated';
// The tab loads them when they are needed. Compiling them then would take longer than the tests wait.
import './detail/lead-drawer';
import './jobs/lead-job-panel';
import './jobs/matching-bar';
import './selection/selection-bar';
import '../../ui/menu/menu-list';
import { LeadsTab } from './leads-tab';

const PAGE_SIZE = 25;
type Row = LeadFieldsFragment & { __typename: 'Lead' };

/** A list of leads on the server, which its mutations change. */
function createServer(count: number, statuses: Record<string, Row['status']> = {}) {
  const nameOf = (index: number) => `Lead ${String(index + 1).padStart(2, '0')}`;
  let rows = Array.from({ length: count }, (_, index): Row => ({
    __typename: 'Lead',
    ...lead,
    id: `lead-${index + 1}`,
    fullName: nameOf(index),
    status: statuses[`lead-${index + 1}`] ?? 'new',
  }));
  const answers: Answers = {
    Leads: ({ offset, first, filter }) => {
      const { status } = filter as { status: string | null };
      const found = rows.filter((row) => status === null || row.status === status);
      const from = (offset as number | undefined) ?? 0;
      const nodes = found.slice(from, from + (first as number));
      const leads = { __typename: 'LeadConnection', nodes, totalCount: found.length };
      return { client: { __typename: 'Client', id: lead.clientId, leads } };
    },
    LeadJobs: {
      client: {
        __typename: 'Client',
        id: lead.clientId,
        leadJobs: { __typename: 'LeadJobConnection', nodes: [] },
      },
    },
    SpamLeadCount: { client: { __typename: 'Client', id: lead.clientId, spamLeads: { totalCount: 0 } } },
    CampaignNames: {
      client: {
        __typename: 'Client',
        id: lead.clientId,
        campaigns: { __typename: 'CampaignConnection', nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
      },
    },
    Lead: ({ id }) => {
      const found = rows.find((row) => row.id === id);
      if (!found) throw serverError('Not found', { code: 'NOT_FOUND' });
      return leadDetails(found);
    },
    UpdateLeads: ({ ids, status, expectedVersions = [] }) => {
      const versions = expectedVersions as number[];
      const chosen = (ids as string[]).filter((id, index) =>
        rows.some((row) => row.id === id && (versions[index] ?? row.version) === row.version),
      );
      rows = rows.map((row) =>
        chosen.includes(row.id) && row.status !== status
          ? { ...row, status: status as Row['status'], version: row.version + 1 }
          : row,
      );
      return { updateLeads: rows.filter(({ id }) => chosen.includes(id)) };
    },
    DeleteLeads: ({ ids }) => {
      rows = rows.filter(({ id }) => !(ids as string[]).includes(id));
      return { deleteLeads: true };
    },
    DeleteLead: ({ id }) => {
      rows = rows.filter((row) => row.id !== id);
      return { deleteLead: true };
    },
  };
  return {
    answers,
    remove: (id: string) => void (rows = rows.filter((row) => row.id !== id)),
    change: (id: string, fields: Partial<Row>) =>
      void (rows = rows.map((row) => (row.id === id ? { ...row, ...fields, version: row.version + 1 } : row))),
  };
}

async function open({
  count = 5,
  path = '/?tab=leads',
  answers = {} as Answers,
  isReadOnly = false,
  statuses = {} as Record<string, Row['status']>,
} = {}) {
  const server = createServer(count, statuses);
  const rendered = renderScreen(
    <DashboardAccessProvider value={isReadOnly ? 'readOnlyLink' : 'owner'}>
      <LeadsTab clientId={lead.clientId} timeZone="UTC" />
    </DashboardAccessProvider>,
    { ...server.answers, ...answers },
  );
  await act(() => rendered.router.navigate(path));
  await waitFor(() => expect(document.querySelectorAll('[data-row]').length).toBeGreaterThan(0));
  return { ...rendered, server, address: () => rendered.router.state.location.search };
}

// By label and text, because queries by role take seconds on a page of 25 leads.
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(`Select ${name}`);
const allBox = () => screen.getByLabelText<HTMLInputElement>('Select all leads on this page');
const selector = '[data-primary] button';
const nameButton = (name: string) => screen.getByText(name, { selector });
const listed = (name: string) => screen.findByText(name, { selector });
const press = (text: string) => screen.getByText(text, { selector: 'button' });
const bar = () => screen.findByLabelText('Selected leads');
const noBar = () => waitFor(() => expect(screen.queryByLabelText('Selected leads')).toBeNull());
const counts = async (count: number) => within(await bar()).findByText(`${count} selected`);
const selected = () =>
  [...document.querySelectorAll('[data-row]')].filter((row) => row.querySelector('input')?.checked);
const selectedNames = () => selected().map((row) => row.querySelector('[data-primary] button')!.textContent);
type User = Awaited<ReturnType<typeof open>>['user'];
const focusIsOn = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));
const rowOf = (name: string) => within(nameButton(name).closest('tr')!);

describe('the selection of leads', () => {
  it('is made by checkboxes, counted in a bar and cleared by it', async () => {
    const { user } = await open();
    await user.click(box('Lead 01'));
    await counts(1);
    await user.click(box('Lead 03'));
    await counts(2);
    expect(selectedNames()).toEqual(['Lead 01', 'Lead 03']);
    await user.click(within(await bar()).getByLabelText('Clear'));
    await noBar();
    expect(selected()).toEqual([]);
    expect(document.activeElement).toBe(box('Lead 01'));
  });

  it('takes a range by Shift and a click, in both directions', async () => {
    const { user } = await open({ count: 8 });
    const shiftClick = async (name: string) => {
      await user.keyboard('{Shift>}');
      await user.click(box(name));
      await user.keyboard('{/Shift}');
    };
    await user.click(box('Lead 02'));
    await shiftClick('Lead 05');
    expect(selectedNames()).toEqual(['Lead 02', 'Lead 03', 'Lead 04', 'Lead 05']);
    await user.click(box('Lead 08'));
    await shiftClick('Lead 07');
    await counts(6);
    await user.click(box('Lead 03'));
    await shiftClick('Lead 04');
    expect(selectedNames()).toEqual(['Lead 02', 'Lead 05', 'Lead 07', 'Lead 08']);
  });

  it('takes all leads of the page, and shows when only some are selected', async () => {
    const { user } = await open({ count: 30 });
    expect([allBox().checked, allBox().indeterminate]).toEqual([false, false]);
    await user.click(box('Lead 01'));
    expect([allBox().checked, allBox().indeterminate]).toEqual([false, true]);
    await user.click(allBox());
    await counts(PAGE_SIZE);
    expect([allBox().checked, allBox().indeterminate]).toEqual([true, false]);
    await user.click(allBox());
    await noBar();
  });

  it('is kept on other pages, and cleared by another filter but not by another order', async () => {
    const { user } = await open({ count: 30 });
    await user.click(box('Lead 02'));
    await user.click(press('Next'));
    await listed('Lead 26');
    await counts(1);
    expect(allBox().indeterminate).toBe(false);
    await user.click(box('Lead 26'));
    await counts(2);
    await user.click(press('Name'));
    await listed('Lead 02');
    await counts(2);
    expect(box('Lead 02').checked).toBe(true);
    await user.selectOptions(screen.getByLabelText('Status'), 'new');
    await noBar();
    expect(selected()).toEqual([]);
  });

  it('is not offered to those who may change nothing', async () => {
    await open({ isReadOnly: true });
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(screen.queryAllByLabelText(/^Status of/)).toEqual([]);
  });

  it('gets a status by one request, which the list shows before it is answered', async () => {
    let arrive = () => {};
    const { user, sent, sentOf, hasToast } = await open({
      count: 30,
      answers: {
        UpdateLeads: ({ ids, status }) =>
          new Promise((resolve) => {
            arrive = () =>
              resolve({
                updateLeads: (ids as string[]).map((id) => ({ __typename: 'Lead', ...lead, id, status, version: 3 })),
              });
          }),
      },
    });
    await user.click(box('Lead 02'));
    await user.click(press('Next'));
    await user.click(await screen.findByLabelText('Select Lead 27'));
    const before = sent.length;
    const menu = await openMenu(user, within(await bar()).getByText('Set status'));
    const choices = within(menu).getAllByRole('menuitem');
    expect(choices.map(({ textContent }) => textContent)).toEqual(['New', 'Contacted', 'Qualified', 'Converted']);
    await chooseByKeys(user, menu, 'Qualified');
    await rowOf('Lead 27').findByText('Qualified');
    expect(hasToast('2 leads updated successfully')).toBe(false);
    await act(async () => arrive());
    await waitFor(() => expect(hasToast('2 leads updated successfully')).toBe(true));
    expect(sent.slice(before).map(({ name }) => name)).toEqual(['UpdateLeads']);
    expect(sentOf('UpdateLeads')).toEqual([
      { clientId: lead.clientId, ids: ['lead-2', 'lead-27'], status: 'qualified' },
    ]);
    await user.click(press('Previous'));
    await listed('Lead 02');
    rowOf('Lead 02').getByText('Qualified');
    rowOf('Lead 03').getByText('New');
    await counts(2);
  });

  it('is given back what each lead had before a change, unless somebody changed it since', async () => {
    const statuses = { 'lead-4': 'converted', 'lead-5': 'contacted' } as const;
    const { user, sentOf, hasToast, server } = await open({ statuses });
    for (const name of ['Lead 01', 'Lead 02', 'Lead 03', 'Lead 04', 'Lead 05']) await user.click(box(name));
    // Somebody else changes one before, which this screen does not know.
    server.change('lead-3', { status: 'qualified' });
    const menu = await openMenu(user, within(await bar()).getByText('Set status'));
    await chooseByKeys(user, menu, 'Contacted');
    await waitFor(() => expect(hasToast('5 leads updated successfully')).toBe(true));
    server.change('lead-2', { status: 'qualified' });
    await user.click(await screen.findByText('Undo'));
    await waitFor(() => expect(hasToast('2 leads restored')).toBe(true));
    expect(hasToast('because somebody changed or deleted them since: 2')).toBe(true);
    const { clientId } = lead;
    expect(sentOf('UpdateLeads').slice(1)).toEqual([
      { clientId, ids: ['lead-1', 'lead-2', 'lead-3'], status: 'new', notifyOwner: false, expectedVersions: [3, 3, 0] },
      { clientId, ids: ['lead-4'], status: 'converted', notifyOwner: false, expectedVersions: [3] },
    ]);
    rowOf('Lead 01').getByText('New');
    rowOf('Lead 04').getByText('Converted');
    rowOf('Lead 05').getByText('Contacted');
  });

  it('says when a change cannot be undone', async () => {
    let isDown = false;
    const { user, hasToast } = await open({
      answers: {
        UpdateLeads: ({ ids, status }) => {
          if (isDown) throw serverError('The owner must be a member.', { code: 'BAD_USER_INPUT' });
          return {
            updateLeads: (ids as string[]).map((id) => ({ __typename: 'Lead', ...lead, id, status, version: 3 })),
          };
        },
      },
    });
    await user.click(box('Lead 01'));
    const menu = await openMenu(user, within(await bar()).getByText('Set status'));
    await chooseByKeys(user, menu, 'Contacted');
    const undo = await screen.findByText('Undo');
    isDown = true;
    await user.click(undo);
    await waitFor(() => expect(hasToast('The owner must be a member.')).toBe(true));
  });

  it('is downloaded as CSV, in parts', async () => {
    const { user, sentOf } = await open({
      answers: {
        SelectedLeadsCsv: ({ after }) => ({
          leadsCsv: { __typename: 'LeadsCsv', csv: after ? 'c' : 'a,b\r\n', nextCursor: after ? null : 'next' },
        }),
      },
    });
    const files: { name: string; content: Blob }[] = [];
    let content: Blob;
    // jsdom has no object URLs and no downloads.
    URL.createObjectURL = (blob) => ((content = blob as Blob), 'blob:csv');
    URL.revokeObjectURL = () => undefined;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push({ name: this.download, content });
    });
    await user.click(box('Lead 01'));
    await user.click(box('Lead 03'));
    await user.click(within(await bar()).getByLabelText('Export'));
    await waitFor(() => expect(files).toHaveLength(1));
    click.mockRestore();
    expect(files[0]).toMatchObject({ name: 'leads.csv', content: { size: 6 } });
    expect(sentOf('SelectedLeadsCsv').map(({ ids, after }) => [ids, after])).toEqual([
      [['lead-1', 'lead-3'], null],
      [['lead-1', 'lead-3'], 'next'],
    ]);
  });

  it('shows the former status if the new one cannot be saved', async () => {
    const { user, hasToast } = await open({
      answers: {
        UpdateLeads: () => {
          throw serverError('Too many attempts. Please wait and try again.', { code: 'RATE_LIMITED' });
        },
      },
    });
    await user.click(box('Lead 01'));
    const menu = await openMenu(user, within(await bar()).getByText('Set status'));
    await chooseByKeys(user, menu, 'Converted');
    await waitFor(() => expect(hasToast('Too many attempts. Please wait and try again.')).toBe(true));
    rowOf('Lead 01').getByText('New');
    await counts(1);
  });

  it('is deleted after a question', async () => {
    const { user, sentOf, hasToast } = await open();
    await user.click(box('Lead 01'));
    await user.click(box('Lead 02'));
    await user.click(within(await bar()).getByLabelText('Delete'));
    const question = await screen.findByRole('alertdialog', { name: 'Delete 2 selected leads?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await counts(2);
    await user.click(within(await bar()).getByLabelText('Delete'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await noBar();
    expect(sentOf('DeleteLeads')).toEqual([{ clientId: lead.clientId, ids: ['lead-1', 'lead-2'] }]);
    await waitFor(() => expect(hasToast('2 leads deleted successfully')).toBe(true));
  });

  it('leaves out what somebody else deleted', async () => {
    const { user, sentOf, hasToast } = await open({
      answers: {
        DeleteLeads: ({ ids }) => {
          if ((ids as string[]).includes('lead-2'))
            throw serverError('Not found', { code: 'NOT_FOUND', fields: { 'ids.1': 'Lead not found' } });
          return { deleteLeads: true };
        },
      },
    });
    for (const name of ['Lead 01', 'Lead 02', 'Lead 03']) await user.click(box(name));
    const remove = async () => {
      await user.click(within(await bar()).getByLabelText('Delete'));
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await remove();
    await waitFor(() => expect(hasToast('Nothing was changed')).toBe(true));
    await counts(2);
    await remove();
    expect(sentOf('DeleteLeads').at(-1)).toEqual({ clientId: lead.clientId, ids: ['lead-1', 'lead-3'] });
  });

  it('loses a lead that is deleted by itself', async () => {
    const { user } = await open();
    await user.click(box('Lead 01'));
    await user.click(box('Lead 02'));
    await counts(2);
    await user.click(screen.getByLabelText('Delete Lead 02'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await counts(1);
  });
});

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

describe('the columns of the leads list', () => {
  beforeEach(() => localStorage.clear());
  const toggle = async (user: User, label: string) => {
    const menu = within(await openMenu(user, press('Columns')));
    await user.click(menu.getByRole('menuitemcheckbox', { name: label }));
    await user.keyboard('{Escape}');
  };

  it('are hidden and shown by a menu, which the browser remembers', async () => {
    const first = await open();
    expect(headers().map((text) => text.trim())).toHaveLength(6);
    const menu = within(await openMenu(first.user, press('Columns')));
    const items = menu.getAllByRole('menuitemcheckbox');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Contact',
      'Campaign',
      'Status',
      'Tags',
      'Owner',
      'Source',
      'Received',
    ]);
    expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual([
      ...Array.from({ length: 5 }, () => 'true'),
      'false',
      'true',
    ]);
    await first.user.click(items[1]!);
    await first.user.click(items[6]!);
    expect(screen.queryByRole('columnheader', { name: /Campaign/ })).toBeNull();
    expect(screen.getAllByRole('columnheader')).toHaveLength(4);
    expect(document.querySelector('[data-label=Received]')).toBeNull();
    expect(localStorage.getItem('leadColumns:link')).toBe('["source","campaignName","createdAt"]');
    await first.user.keyboard('{Escape}');
    await toggle(first.user, 'Received');
    screen.getByRole('columnheader', { name: /Received/ });
    expect(screen.queryByRole('columnheader', { name: 'Source' })).toBeNull();
    await toggle(first.user, 'Source');
    screen.getByRole('columnheader', { name: 'Source' });
    expect(document.querySelector('td[data-label=Source]')!.textContent).toBe(lead.source ?? 'Direct');
  });

  it('are those of the last visit, and all if what is stored is unknown', async () => {
    localStorage.setItem('leadColumns:link', '["contact","source","actions","x"]');
    await open();
    expect(screen.queryByRole('columnheader', { name: /Contact/ })).toBeNull();
    expect(screen.getAllByRole('columnheader')).toHaveLength(5);
  });

  it.each([
    ['nothing can be read', () => jest.spyOn(Storage.prototype, 'getItem')],
    ['nothing can be stored', () => jest.spyOn(Storage.prototype, 'setItem')],
  ])('can be hidden where %s', async (_, spyOn) => {
    const spy = spyOn().mockImplementation(() => {
      throw new Error('Storage is blocked.');
    });
    try {
      const { user } = await open();
      await toggle(user, 'Contact');
      await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(5));
    } finally {
      spy.mockRestore();
    }
  });
});

describe('the keyboard in the leads list', () => {
  it('moves between the names by arrows, Home and End, and opens by Enter', async () => {
    const { user, address } = await open();
    nameButton('Lead 02').focus();
    await user.keyboard('{ArrowDown}');
    await focusIsOn(nameButton('Lead 03'));
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    await focusIsOn(nameButton('Lead 01'));
    await user.keyboard('{End}{ArrowDown}');
    await focusIsOn(nameButton('Lead 05'));
    await user.keyboard('{Home}{Control>}{ArrowDown}{/Control}');
    await focusIsOn(nameButton('Lead 01'));
    screen.getByLabelText('Edit Lead 04').focus();
    await user.keyboard('{ArrowUp}');
    await focusIsOn(nameButton('Lead 03'));
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Lead 03' });
    expect(address()).toContain('id=lead-3');
  });

  it('selects by Space and opens nothing, and moves between checkboxes', async () => {
    const { user } = await open();
    nameButton('Lead 02').focus();
    await user.keyboard(' ');
    expect(selectedNames()).toEqual(['Lead 02']);
    await user.keyboard(' ');
    expect(selectedNames()).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    box('Lead 02').focus();
    await user.keyboard('{ArrowDown} ');
    expect(document.activeElement).toBe(box('Lead 03'));
    expect(selectedNames()).toEqual(['Lead 03']);
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Lead 03' });
  });

  it('selects ranges by Shift with Space and with the arrows', async () => {
    const { user } = await open({ count: 8 });
    nameButton('Lead 02').focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}');
    expect(selectedNames()).toEqual(['Lead 02', 'Lead 03', 'Lead 04']);
    await user.keyboard('{End}{Shift>}{ArrowUp}{/Shift}');
    expect(selectedNames()).toEqual(['Lead 02', 'Lead 03', 'Lead 04', 'Lead 07', 'Lead 08']);
    await focusIsOn(nameButton('Lead 07'));
  });

  it('opens by Space where nothing can be selected', async () => {
    const { user } = await open({ isReadOnly: true });
    nameButton('Lead 02').focus();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift} ');
    await screen.findByRole('dialog', { name: 'Lead 03' });
  });
});

describe('the drawer of a lead at the end of a page', () => {
  const dialog = async (name: string) => {
    const title = await screen.findByText(name, { selector: 'h2' });
    return title.closest<HTMLElement>('[role=dialog]')!;
  };
  const openLead = async (user: User, name: string) => {
    await user.click(nameButton(name));
    await focusIsOn(await dialog(name));
  };

  it('goes on to the next page by J and back by K, and closes to that page', async () => {
    const { user, address } = await open({ count: 30 });
    await openLead(user, 'Lead 25');
    await user.keyboard('j');
    await within(await dialog('Lead 26')).findByText('26 of 30');
    await listed('Lead 30');
    expect(address()).toBe('?tab=leads&page=2&dialog=view&id=lead-26');
    expect(document.querySelector('[aria-current=true]')!.getAttribute('data-row')).toBe('lead-26');
    await user.keyboard('k');
    await within(await dialog('Lead 25')).findByText('25 of 30');
    expect(address()).toBe('?tab=leads&dialog=view&id=lead-25');
    await user.keyboard('j');
    await dialog('Lead 26');
    await user.keyboard('j');
    await dialog('Lead 27');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('?tab=leads&page=2'));
    await focusIsOn(nameButton('Lead 27'));
  });

  it('stays at the first and at the last lead of the list', async () => {
    const { user, address } = await open({ count: 26 });
    await openLead(user, 'Lead 01');
    await user.keyboard('k');
    expect(address()).toBe('?tab=leads&dialog=view&id=lead-1');
    await openLead(user, 'Lead 25');
    await user.click(screen.getByLabelText('Next lead'));
    await dialog('Lead 26');
    await user.keyboard('j');
    expect(address()).toBe('?tab=leads&page=2&dialog=view&id=lead-26');
    expect(screen.getByLabelText('Next lead').getAttribute('aria-disabled')).toBe('true');
  });

  it('says when the next page cannot be loaded, and can be asked again', async () => {
    const { answers } = createServer(30);
    let isDown = true;
    const { user, hasToast } = await open({
      count: 30,
      answers: {
        Leads: (variables) => {
          if (variables['offset'] === PAGE_SIZE && isDown) throw new Error('no network');
          return (answers['Leads'] as (given: object) => object)(variables);
        },
      },
    });
    await openLead(user, 'Lead 25');
    await user.keyboard('j');
    await waitFor(() => expect(hasToast('We could not load more leads.')).toBe(true));
    isDown = false;
    await user.keyboard('j');
    await dialog('Lead 26');
  });

  it('of a whole page becomes one of all that match, until the filter changes', async () => {
    const { user } = await open({ count: 30 });
    await user.click(box('Lead 01'));
    expect(within(await bar()).queryByText(/Select all/)).toBeNull();
    await user.click(allBox());
    await user.click(within(await bar()).getByText('Select all 30 that match'));
    expect(await within(await bar()).findByText('All 30 that match')).toBeTruthy();
    await user.click(within(await bar()).getByLabelText('Clear'));
    await noBar();
    expect(selected()).toEqual([]);
  });

  it('of a page is made by a button where there is no checkbox for it', async () => {
    const { user } = await open({ count: 30 });
    await user.click(box('Lead 01'));
    await user.click(within(await bar()).getByText('Select page'));
    expect(selected()).toHaveLength(PAGE_SIZE);
    expect(within(await bar()).queryByText('Select page')).toBeNull();
  });

  describe('and sequences', () => {
    const sequenceOf = (id: string, status: string) => ({
      __typename: 'Sequence',
      id,
      name: `Sequence ${id}`,
      campaignName: 'Spring',
      status,
    });
    const SequenceChoices = {
      client: {
        __typename: 'Client',
        id: lead.clientId,
        sequences: {
          __typename: 'SequenceConnection',
          nodes: [sequenceOf('a', 'active'), sequenceOf('b', 'inactive')],
        },
      },
    };
    const openDialog = async (answers: Answers) => {
      const rendered = await open({ answers: { SequenceChoices, ...answers } });
      await rendered.user.click(box('Lead 01'));
      await rendered.user.click(box('Lead 02'));
      await rendered.user.click(within(await bar()).getByLabelText('Sequences'));
      const dialog = within(await screen.findByRole('dialog', { name: 'Sequences: 2 selected leads' }));
      return { ...rendered, dialog };
    };

    it('starts an active one, and says who was skipped and why', async () => {
      const { user, dialog, sentOf } = await openDialog({
        StartSequences: {
          startSequences: {
            __typename: 'StartedSequences',
            started: 1,
            skipped: [{ __typename: 'SkippedLeads', reason: 'the lead gave no phone number', leads: 1 }],
          },
        },
      });
      const select = await dialog.findByLabelText('Start a sequence');
      expect(
        within(select)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['Choose a sequence', 'Sequence a – Spring']);
      await user.selectOptions(select, 'a');
      await user.click(dialog.getByText('Start now'));
      expect(await screen.findByText('1 lead skipped because the lead gave no phone number.')).toBeTruthy();
      expect(sentOf('StartSequences')).toEqual([
        { clientId: lead.clientId, ids: ['lead-1', 'lead-2'], sequenceId: 'a' },
      ]);
      await user.click(press('Done'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await counts(2);
    });

    it('stops all, and deselects leads that were deleted meanwhile', async () => {
      const { user, dialog } = await openDialog({
        StopSequences: () => {
          throw serverError('ids contains leads that were not found: 1.', {
            code: 'NOT_FOUND',
            fields: { 'ids.1': 'Lead not found' },
          });
        },
      });
      await user.click(dialog.getByText('Stop all sequences'));
      await counts(1);
      expect(selectedNames()).toEqual(['Lead 01']);
    });
  });
});
