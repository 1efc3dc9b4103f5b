/** @jest-environment jsdom */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { campaignsAnswer, lead, leadDetails } from '../../../testing/fixtures';
import { chooseByKeys, openMenu } from '../../../testing/menu';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
// The tab loads them when they are needed. Compiling them then would take longer than the tests wait.
import '../detail/lead-drawer';
import '../filters/lead-filter-fields';
import '../jobs/matching-bar';
import '../selection/selection-bar';
import { LeadsTab } from '../leads-tab';

const ann = { __typename: 'LeadOwner', id: '5f6c1f0e-9d0a-4a7e-8a55-0b8d3f2f7c11', name: 'Ann Arbor' };
const bo = { __typename: 'LeadOwner', id: '5f6c1f0e-9d0a-4a7e-8a55-0b8d3f2f7c12', name: 'Bo Derek' };
const team = { __typename: 'Client', id: lead.clientId, leadOwners: [ann, bo] };
const listed = { __typename: 'Lead', ...lead, owner: ann as typeof ann | null };
const clientOf = (fields: object) => ({ client: { __typename: 'Client', id: lead.clientId, ...fields } });
const saved = (owner: typeof ann | null) => ({ updateLeads: [{ ...listed, owner, version: 3 }] });

// jsdom has no popovers.
HTMLElement.prototype.showPopover = () => undefined;

async function open(search: string, answers: Answers = {}, shown = listed) {
  const rendered = renderScreen(<LeadsTab clientId={lead.clientId} timeZone="America/New_York" />, {
    Leads: clientOf({ leads: { __typename: 'LeadConnection', nodes: [shown], totalCount: 1 } }),
    SpamLeadCount: clientOf({ spamLeads: { totalCount: 0 } }),
    CampaignNames: campaignsAnswer,
    LeadOwners: { client: team },
    LeadFilterChoices: clientOf({
      tags: [],
      leadOwners: [ann, bo],
      sources: { __typename: 'ClientStats', bySource: [] },
      placements: { __typename: 'PlacementConnection', nodes: [] },
    }),
    Lead: { lead: { ...leadDetails(shown).lead, client: team } },
    ...answers,
  });
  await act(() => rendered.router.navigate(search));
  await screen.findAllByText(lead.fullName!);
  return { ...rendered, address: () => rendered.router.state.location.search };
}
const openDrawer = async (answers: Answers, shown = listed) => {
  const rendered = await open(`/?tab=leads&dialog=view&id=${lead.id}`, answers, shown);
  const drawer = within(await screen.findByRole('dialog', { name: lead.fullName! }));
  const owner = await drawer.findByRole<HTMLSelectElement>('combobox', { name: 'Owner' });
  return { ...rendered, drawer, owner };
};

describe('the owner of a lead', () => {
  it('is a column of the list, unless nobody owns one of its leads', async () => {
    await open('/?tab=leads');
    expect(screen.getByRole('columnheader', { name: 'Owner' })).toBeTruthy();
    const row = within(screen.getByRole('button', { name: lead.fullName! }).closest('tr')!);
    row.getByText(ann.name);
    cleanup();
    await open('/?tab=leads', {}, { ...listed, owner: null });
    expect(screen.queryByRole('columnheader', { name: 'Owner' })).toBeNull();
  });

  it('is chosen in the drawer, at once on the screen', async () => {
    let answer: (value: object) => void = () => undefined;
    const { user, owner, sentOf } = await openDrawer({
      UpdateLeads: () => new Promise<object>((resolve) => (answer = resolve)),
    });
    expect(owner.value).toBe(ann.id);
    await user.selectOptions(owner, bo.name);
    const row = screen
      .getAllByText(lead.fullName!)
      .find((name) => name.closest('tr'))!
      .closest('tr')!;
    await waitFor(() => expect(row.textContent).toContain(bo.name));
    await act(async () => answer(saved(bo)));
    await user.selectOptions(owner, 'Nobody');
    await waitFor(() => expect(sentOf('UpdateLeads')).toHaveLength(2));
    expect(sentOf('UpdateLeads')).toEqual(
      [bo.id, null].map((ownerId) => ({ clientId: lead.clientId, ids: [lead.id], ownerId })),
    );
  });

  it('stays who it was if it cannot be saved, and the reason is shown', async () => {
    const { user, owner, hasToast } = await openDrawer({
      UpdateLeads: () => {
        throw serverError('The owner must be a member of the client’s team.', { code: 'BAD_USER_INPUT' });
      },
    });
    await user.selectOptions(owner, bo.name);
    await waitFor(() => expect(hasToast('The owner must be a member of the client’s team.')).toBe(true));
    await waitFor(() => expect(owner.value).toBe(ann.id));
  });

  it('is not asked for where the client has no team', async () => {
    const alone = { ...leadDetails({ ...listed, owner: null }).lead, client: { ...team, leadOwners: [] } };
    await open(`/?tab=leads&dialog=view&id=${lead.id}`, { Lead: { lead: alone } }, { ...listed, owner: null });
    const drawer = within(await screen.findByRole('dialog', { name: lead.fullName! }));
    await drawer.findByRole('button', { name: /^Consent/ });
    expect(drawer.queryByRole('heading', { name: 'Owner' })).toBeNull();
  });

  it('is set for selected leads', async () => {
    const { user, sentOf, hasToast } = await open('/?tab=leads', { UpdateLeads: saved(bo) });
    await user.click(screen.getByLabelText(`Select ${lead.fullName}`));
    const bar = within(await screen.findByLabelText('Selected leads'));
    const menu = await openMenu(user, await bar.findByRole('button', { name: 'Set owner' }));
    await chooseByKeys(user, menu, bo.name);
    await waitFor(() => expect(hasToast('Lead updated successfully')).toBe(true));
    expect(sentOf('UpdateLeads')).toEqual([{ clientId: lead.clientId, ids: [lead.id], ownerId: bo.id }]);
  });

  it('filters the list, and the filter has a name', async () => {
    const { user, address, sentOf } = await open('/?tab=leads');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Filters' }));
    const select = async (option: string) =>
      user.selectOptions(await panel.findByRole('combobox', { name: 'Owner' }), option);
    await select(bo.name);
    expect(address()).toBe(`?tab=leads&owner=${bo.id}`);
    await screen.findByRole('button', { name: `Remove the filter Owner: ${bo.name}` });
    await select('Has no owner');
    expect(address()).toBe('?tab=leads&owner=none');
    await waitFor(() => expect(sentOf('Leads').at(-1)?.['filter']).toMatchObject({ ownerId: null, hasOwner: false }));
    await user.click(screen.getByRole('button', { name: 'Remove the filter Has no owner' }));
    expect(address()).toBe('?tab=leads');
  });
});
