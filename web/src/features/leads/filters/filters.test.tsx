/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { campaignsAnswer, lead, leadDetails } from '../../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
// The tab loads them when they are needed. Compiling them then would take longer than the tests wait.
import '../detail/lead-drawer';
import '../selection/selection-bar';
import { LeadsTab } from '../leads-tab';
import './lead-filter-fields';

const listed = { __typename: 'Lead', ...lead, tags: ['Roof', 'VIP'] };
const clientOf = (fields: object) => ({ client: { __typename: 'Client', id: lead.clientId, ...fields } });

const van = { __typename: 'Placement', id: 'van', name: 'Van 2', source: 'qr-abcdefgh' };

// jsdom has no popovers.
HTMLElement.prototype.showPopover = () => undefined;

async function open(search: string, role: 'admin' | 'client' = 'client', answers: Answers = {}) {
  const rendered = renderScreen(
    <LeadsTab clientId={lead.clientId} timeZone="America/New_York" />,
    {
      Leads: clientOf({ leads: { __typename: 'LeadConnection', nodes: [listed], totalCount: 1 } }),
      SpamLeadCount: clientOf({ spamLeads: { totalCount: 0 } }),
      CampaignNames: campaignsAnswer,
      LeadFilterChoices: clientOf({
        tags: ['Roof', 'VIP'],
        leadOwners: [],
        sources: { __typename: 'ClientStats', bySource: [{ source: 'qr' }, { source: 'others' }] },
        placements: { __typename: 'PlacementConnection', nodes: [van] },
      }),
      PlacementNames: clientOf({ placements: { __typename: 'PlacementConnection', nodes: [van] } }),
      ClientTags: clientOf({ tags: ['Later', 'Roof', 'VIP'] }),
      Lead: leadDetails(listed),
      ...answers,
    },
    { role },
  );
  await act(() => rendered.router.navigate(search));
  await screen.findAllByText(lead.fullName!);
  return { ...rendered, address: () => rendered.router.state.location.search };
}
const panel = async () => within(await screen.findByRole('dialog', { name: 'Filters' }));

describe('the filters of leads', () => {
  it('are chosen in a popover, kept in the address and sent to the server', async () => {
    const { user, address, sentOf } = await open('/?tab=leads');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const fields = await panel();
    const select = async (name: string, option: string) =>
      user.selectOptions(await fields.findByRole('combobox', { name }), option);
    await fields.findByRole('option', { name: 'QR code' });
    expect(fields.queryByRole('option', { name: 'All others' })).toBeNull();
    await select('Source or QR placement', 'QR code');
    await select('Tag', 'VIP');
    await select('Replied', 'Has replied');
    await select('Opt-outs', 'Has not opted out');
    expect(fields.queryByRole('combobox', { name: 'Held leads' })).toBeNull();
    await user.type(fields.getByRole('textbox', { name: 'UTM campaign (exactly)' }), 'Spring sale');
    await waitFor(() =>
      expect(address()).toBe('?tab=leads&source=qr&utmCampaign=Spring+sale&replied=yes&optedOut=no&tag=VIP'),
    );
    await waitFor(() =>
      expect(sentOf('Leads').at(-1)?.['filter']).toMatchObject({
        source: 'qr',
        utmCampaign: 'Spring sale',
        tag: 'VIP',
        hasReplied: true,
        optedOut: false,
        held: null,
      }),
    );
    await screen.findByRole('button', { name: 'Filters (5)' });
  });

  it('are applied at once if the field is left while one is typed', async () => {
    const { user, address } = await open('/?tab=leads');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.type(await (await panel()).findByRole('textbox', { name: 'UTM campaign (exactly)' }), 'Spring');
    await user.tab();
    expect(address()).toBe('?tab=leads&utmCampaign=Spring');
  });

  it('of a placement have its name', async () => {
    const { user, address } = await open('/?tab=leads');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await (await panel()).findByRole('option', { name: 'Van 2' });
    await user.selectOptions((await panel()).getByRole('combobox', { name: 'Source or QR placement' }), 'Van 2');
    expect(address()).toBe('?tab=leads&source=qr-abcdefgh');
    await screen.findByRole('button', { name: /Van 2/ });
  });

  it('of held leads are for administrators only', async () => {
    const { user, address } = await open('/?tab=leads', 'admin');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(await (await panel()).findByRole('combobox', { name: 'Held leads' }), 'Held');
    expect(address()).toBe('?tab=leads&held=yes');
  });

  it('have a button each that removes it, and one that removes all with the search', async () => {
    const { user, address, router } = await open(
      '/?tab=leads&search=ann&status=new&source=qr&utmCampaign=Spring&from=2026-01-02&to=2026-01-31&tag=VIP&replied=no&page=1',
    );
    for (const name of [
      'New',
      'QR code',
      'From the UTM campaign Spring',
      'Since Jan 2, 2026',
      'On or before Jan 31, 2026',
      'Tagged VIP',
      'Has not replied',
    ])
      screen.getByRole('button', { name: `Remove the filter ${name}` });
    await user.click(screen.getByRole('button', { name: 'Remove the filter From the UTM campaign Spring' }));
    await user.click(screen.getByRole('button', { name: 'Remove the filter Tagged VIP' }));
    expect(address()).toBe('?tab=leads&status=new&search=ann&source=qr&from=2026-01-02&to=2026-01-31&replied=no');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(address()).toBe('?tab=leads');
    await act(() => router.navigate(-1));
    expect(address()).toContain('source=qr');
  });

  it('apply to the export', async () => {
    await open('/?tab=leads&source=qr&utmCampaign=Spring&from=2026-01-02&optedOut=yes&tag=VIP&sort=fullName');
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: /Export/ });
    const params = Object.fromEntries(new URL(href).searchParams);
    expect(params).toMatchObject({
      source: 'qr',
      utmCampaign: 'Spring',
      receivedFrom: '2026-01-02',
      optedOut: 'true',
      tag: 'VIP',
    });
    expect(params).toMatchObject({ sort: 'fullName', order: 'asc' });
    expect(params).not.toHaveProperty('held');
  });
});

describe('the tags of leads', () => {
  const saved = (tags: string[]) => ({ updateLeads: [{ ...listed, tags, version: 3 }] });

  it('are a column of the list', async () => {
    await open('/?tab=leads');
    const row = within(screen.getByRole('button', { name: lead.fullName! }).closest('tr')!);
    expect(row.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Roof', 'VIP']);
  });

  it('are added and removed in the drawer, at once on the screen', async () => {
    let answer: (value: object) => void = () => undefined;
    const { user, sentOf } = await open(`/?tab=leads&dialog=view&id=${lead.id}`, 'client', {
      UpdateLeads: () => new Promise<object>((resolve) => (answer = resolve)),
    });
    const drawer = within(await screen.findByRole('dialog', { name: lead.fullName! }));
    await user.type(await drawer.findByRole('combobox', { name: 'Add a tag' }), '  Later  {Enter}');
    await drawer.findByRole('button', { name: 'Remove the tag Later' });
    await act(async () => answer(saved(['Later', 'Roof', 'VIP'])));
    await user.click(drawer.getByRole('button', { name: 'Remove the tag Roof' }));
    await waitFor(() => expect(drawer.queryByRole('button', { name: 'Remove the tag Roof' })).toBeNull());
    expect(sentOf('UpdateLeads')).toEqual([
      { clientId: lead.clientId, ids: [lead.id], addTags: ['Later'] },
      { clientId: lead.clientId, ids: [lead.id], removeTags: ['Roof'] },
    ]);
  });

  it('are what they were if they cannot be saved, and the reason is shown', async () => {
    const { user, hasToast } = await open(`/?tab=leads&dialog=view&id=${lead.id}`, 'client', {
      UpdateLeads: () => {
        throw serverError('A lead has at most 20 tags. Remove one first.', { code: 'BAD_USER_INPUT' });
      },
    });
    const drawer = within(await screen.findByRole('dialog', { name: lead.fullName! }));
    await user.type(await drawer.findByRole('combobox', { name: 'Add a tag' }), 'New{Enter}');
    await waitFor(() => expect(hasToast('A lead has at most 20 tags')).toBe(true));
    await waitFor(() => expect(drawer.queryByRole('button', { name: 'Remove the tag New' })).toBeNull());
  });

  it('are added to and removed from selected leads', async () => {
    const { user, sentOf, hasToast } = await open('/?tab=leads', 'client', { UpdateLeads: saved(['VIP']) });
    const openTags = async () => {
      await user.click(within(await screen.findByLabelText('Selected leads')).getByLabelText('Tags'));
      return within(await screen.findByRole('dialog', { name: 'Tags: 1 selected lead' }));
    };
    await user.click(screen.getByLabelText(`Select ${lead.fullName}`));
    await user.type((await openTags()).getByRole('combobox', { name: 'Add a tag' }), 'Later{Enter}');
    await waitFor(() => expect(hasToast('Lead updated successfully')).toBe(true));
    const dialog = await openTags();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Remove a tag from them' }), 'Roof');
    await user.click(dialog.getByRole('button', { name: 'Remove it' }));
    await waitFor(() => expect(sentOf('UpdateLeads')).toHaveLength(2));
    expect(sentOf('UpdateLeads').map(({ addTags, removeTags }) => [addTags, removeTags])).toEqual([
      [['Later'], undefined],
      [undefined, ['Roof']],
    ]);
  });
});
