/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { lead, leadDetails } from '../../../testing/fixtures';
import { chooseByKeys, openMenu } from '../../../testing/menu';
import { type Answers, conflictWith, renderScreen, serverError } from '../../../testing/render';
import { DashboardAccessProvider } from '../../../shared/dashboard-access';
import { type LeadFieldsFragment, type LeadStatus } from '../../../shared/graphql/generated';
import { toWords } from '../../../shared/format';
// The tab loads them when they are needed. Compiling them then would take longer than the tests wait.
import '../detail/lead-drawer';
import '../../../ui/menu/menu-list';
import './lead-board';
import { LeadsTab } from '../leads-tab';
import { leadStatuses } from '../lead-query';

type Row = LeadFieldsFragment & { __typename: 'Lead' };

const rowOf = (fullName: string, status: LeadStatus, change: Partial<Row> = {}): Row => ({
  __typename: 'Lead',
  ...lead,
  id: fullName.toLowerCase().replace(' ', '-'),
  fullName,
  status,
  ...change,
});
const ann = rowOf('Ann Lee', 'new', { tags: ['VIP'], source: 'qr' });
const client = { __typename: 'Client', id: lead.clientId };

/** A page of the rows with the status of the filter. */
function pageOf(rows: Row[], { filter, first, after }: Record<string, unknown>) {
  const found = rows.filter(({ status }) => status === (filter as { status: string }).status);
  const from = after ? Number(after) : 0;
  const end = from + (first as number);
  return {
    __typename: 'LeadConnection',
    nodes: found.slice(from, end),
    pageInfo: { __typename: 'PageInfo', hasNextPage: found.length > end, endCursor: String(end) },
    totalCount: found.length,
  };
}

/** Renders the board of these leads, which `UpdateLead` changes unless it is answered otherwise. */
async function open(rows: Row[], answers: Answers = {}, search = '', isReadOnly = false) {
  const current = [...rows];
  const rendered = renderScreen(
    <DashboardAccessProvider value={isReadOnly ? 'readOnlyLink' : 'owner'}>
      <LeadsTab clientId={lead.clientId} timeZone="America/New_York" />
    </DashboardAccessProvider>,
    {
      LeadBoard: (variables) => ({
        client: {
          ...client,
          ...Object.fromEntries(
            leadStatuses
              .filter((status) => variables[`with${toWords(status)}`])
              .map((status) => [status, pageOf(current, { ...variables, filter: variables[status] })]),
          ),
        },
      }),
      LeadColumn: (variables) => ({ client: { ...client, leads: pageOf(current, variables) } }),
      SpamLeadCount: { client: { ...client, spamLeads: { totalCount: 0 } } },
      Lead: ({ id }) => leadDetails(current.find((row) => row.id === id)!),
      UpdateLead: ({ id, input }) => {
        const index = current.findIndex((row) => row.id === id);
        const { status } = input as { status: LeadStatus };
        current[index] = { ...current[index]!, status, version: current[index]!.version + 1 };
        return { updateLead: current[index] };
      },
      ...answers,
    },
  );
  await act(() => rendered.router.navigate(`/?tab=leads&view=board${search}`));
  return { ...rendered, address: () => rendered.router.state.location.search };
}

const column = (status: string) => screen.findByRole('region', { name: new RegExp(`^${status}`) });
const cardsOf = async (status: string) =>
  within(await column(status))
    .queryAllByRole('listitem')
    .flatMap((item) => item.dataset['row'] ?? []);
const expectCards = (status: string, ...ids: string[]) =>
  waitFor(async () => expect(await cardsOf(status)).toEqual(ids));
const menuButton = (name: string, status: string) =>
  screen.findByRole('button', { name: `Status of ${name}: ${status}` });

type User = Awaited<ReturnType<typeof open>>['user'];
const choose = async (user: User, name: string, from: string, to: string) =>
  chooseByKeys(user, await openMenu(user, await menuButton(name, from)), to);

describe('the board of leads', () => {
  it('is chosen by a button, which the address shows, and loads by one request', async () => {
    const { user, address, router, sentOf } = await open([ann, rowOf('Bo Chen', 'contacted')]);
    await expectCards('New', 'ann-lee');
    await expectCards('Contacted', 'bo-chen');
    await column('New 1');
    within(await column('Qualified 0')).getByText('No leads');
    expect(sentOf('LeadBoard')).toHaveLength(1);
    // The table was shown before the address changed.
    expect(sentOf('Leads')).toHaveLength(1);
    const card = within(await column('New'));
    for (const text of ['(512) 555-0142', lead.campaignName, 'VIP', 'QR code']) card.getByText(text);
    await user.click(screen.getAllByRole('button', { name: 'Table' })[0]!);
    expect(address()).toBe('?tab=leads');
    await act(() => router.navigate(-1));
    await expectCards('New', 'ann-lee');
  });

  it('applies the filters, and of a status it shows only that column', async () => {
    const { sentOf } = await open([ann, rowOf('Bo Chen', 'contacted')], {}, '&status=contacted&tag=VIP&sort=status');
    await expectCards('Contacted', 'bo-chen');
    expect(screen.queryByRole('region', { name: /^New/ })).toBeNull();
    expect(sentOf('LeadBoard')[0]).toMatchObject({
      withNew: false,
      withContacted: true,
      contacted: { status: 'contacted', tag: 'VIP' },
      orderBy: { field: 'createdAt', direction: 'desc' },
      first: 25,
    });
  });

  it('moves a lead by its menu with one request, keeps the focus on it and changes the counts', async () => {
    const { user, sentOf, hasToast } = await open([ann, rowOf('Bo Chen', 'contacted')]);
    await choose(user, 'Ann Lee', 'New', 'Qualified');
    await expectCards('Qualified', 'ann-lee');
    await column('New 0');
    await column('Qualified 1');
    await waitFor(() => expect(hasToast('Lead updated successfully')).toBe(true));
    expect(sentOf('UpdateLead')).toEqual([
      { id: 'ann-lee', input: { status: 'qualified' }, expectedVersion: 2, withTimeline: false },
    ]);
    const button = await menuButton('Ann Lee', 'Qualified');
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(sentOf('LeadBoard')).toHaveLength(1);
  });

  it('saves only the last of the statuses that are chosen while one is saved', async () => {
    let save = () => {};
    let saved = ann;
    const { user, sentOf } = await open([ann], {
      UpdateLead: ({ input }) => {
        saved = { ...saved, ...(input as object), version: saved.version + 1 };
        const answer = { updateLead: saved };
        return new Promise<object>((resolve) => (save = () => resolve(answer)));
      },
    });
    await choose(user, 'Ann Lee', 'New', 'Contacted');
    await choose(user, 'Ann Lee', 'Contacted', 'Qualified');
    await choose(user, 'Ann Lee', 'Qualified', 'Converted');
    await expectCards('Converted', 'ann-lee');
    expect(sentOf('UpdateLead')).toHaveLength(1);
    await act(async () => save());
    await waitFor(() => expect(sentOf('UpdateLead')).toHaveLength(2));
    await expectCards('Converted', 'ann-lee');
    await act(async () => save());
    expect(sentOf('UpdateLead')[1]).toEqual({
      id: 'ann-lee',
      input: { status: 'converted' },
      expectedVersion: 3,
      withTimeline: false,
    });
    await expectCards('Converted', 'ann-lee');
  });

  it('shows what a colleague chose if a move cannot be saved', async () => {
    const theirs = { ...ann, status: 'converted', version: 9 } as const;
    const { user, hasToast } = await open([ann], {
      Lead: leadDetails(theirs),
      UpdateLead: () => {
        throw conflictWith(theirs);
      },
    });
    await choose(user, 'Ann Lee', 'New', 'Contacted');
    await waitFor(() => expect(hasToast('Failed to update lead')).toBe(true));
    await expectCards('Converted', 'ann-lee');
    await column('New 0');
  });

  it.each([
    ['a held lead', true, false],
    ['a viewer who may not change leads', false, true],
  ])('offers no move to %s', async (_, held, isReadOnly) => {
    await open([{ ...ann, held }], {}, '', isReadOnly);
    await expectCards('New', 'ann-lee');
    expect(screen.queryByRole('button', { name: /^(Status of|Move) / })).toBeNull();
  });

  it('loads the next 25 leads of one column', async () => {
    const many = Array.from({ length: 60 }, (_, nth) => rowOf(`Lead ${nth}`, 'new'));
    const { user, sentOf } = await open(many);
    const newLeads = within(await column('New 60'));
    await user.click(newLeads.getByRole('button', { name: 'Load more (25 of 60)' }));
    await user.click(await newLeads.findByRole('button', { name: 'Load more (50 of 60)' }));
    await waitFor(async () => expect(await cardsOf('New')).toHaveLength(60));
    expect(newLeads.queryByRole('button', { name: /^Load more/ })).toBeNull();
    expect(sentOf('LeadColumn').map(({ first, after }) => [first, after])).toEqual([
      [25, '25'],
      [25, '50'],
    ]);
  }, 30_000);

  it('opens a lead beside it, walks through its column, and returns the focus to the card', async () => {
    const { user, address } = await open([ann, rowOf('Bo Chen', 'contacted'), rowOf('Cy Diaz', 'new')]);
    await user.click(await screen.findByRole('button', { name: 'Ann Lee' }));
    const drawer = await screen.findByRole('dialog', { name: 'Ann Lee' });
    expect(address()).toBe('?tab=leads&view=board&dialog=view&id=ann-lee');
    within(drawer).getByText('1 of 2');
    await user.keyboard('j');
    await screen.findByRole('dialog', { name: 'Cy Diaz' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('?tab=leads&view=board');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cy Diaz'));
  });

  it('says that no leads match, and clears the filters', async () => {
    const { user, address } = await open([], {}, '&tag=VIP');
    await screen.findByText('No leads match');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('No leads yet');
    expect(address()).toBe('?tab=leads&view=board');
  });

  it('offers to try again if it cannot be loaded', async () => {
    let isDown = true;
    const { user } = await open([], {
      LeadBoard: () => {
        if (isDown) throw serverError('No.', { code: 'INTERNAL_SERVER_ERROR' });
        const rows = [ann];
        const empty = { filter: { status: '' }, first: 25 };
        const lists = { contacted: empty, qualified: empty, converted: empty };
        return {
          client: {
            ...client,
            new: pageOf(rows, { filter: { status: 'new' }, first: 25 }),
            ...Object.fromEntries(Object.entries(lists).map(([status, none]) => [status, pageOf(rows, none)])),
          },
        };
      },
    });
    await screen.findByText('We could not load the leads.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectCards('New', 'ann-lee');
  });
});
