/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import { campaign, client } from '../../../testing/fixtures';
import { chooseByKeys, openMenu } from '../../../testing/menu';
import { type Answers, conflictWith, renderScreen, serverError } from '../../../testing/render';
import { PlacementsDrawer } from './placements-drawer';
// It is loaded when it opens. Compiling it then would take longer than the tests wait.
import '../../../ui/menu/menu-list';

const van = {
  __typename: 'Placement',
  id: 'van',
  clientId: client.id,
  name: 'Van 2',
  code: 'abcdefgh',
  url: 'https://leads.example/q/abcdefgh',
  source: 'qr-abcdefgh',
  campaignId: campaign.id,
  version: 1,
  stats: { __typename: 'PlacementStats', scans: 200, leads: 20, qualified: 5, converted: 1 },
};
const file = { __typename: 'QrCode', fileName: 'abcdefgh.pdf', mimeType: 'application/pdf', content: 'AAAA' };
const placementsOf = (nodes: object[], left: object[] = []) => ({
  client: {
    __typename: 'Client',
    id: client.id,
    placements: { __typename: 'PlacementConnection', nodes },
    withoutCampaign: { __typename: 'PlacementConnection', nodes: left },
  },
});

// jsdom cannot download.
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => undefined;
HTMLAnchorElement.prototype.click = () => undefined;

async function open(answers: Answers = {}, logoImageUrl: string | null = '/objects/logo') {
  const onClose = jest.fn();
  const rendered = renderScreen(
    <PlacementsDrawer
      campaign={{ ...campaign, logoImageUrl }}
      campaigns={[campaign, { id: 'campaign-2', name: 'Autumn' }]}
      onClose={onClose}
    />,
    { Placements: placementsOf([van]), ...answers },
  );
  await screen.findByRole('dialog', { name: `QR placements of ${campaign.name}` });
  return { ...rendered, onClose };
}
const card = async () => within(await screen.findByRole('article', { name: 'Van 2' }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the placements of a campaign', () => {
  it('show their figures from the scan to the qualified lead', async () => {
    await open();
    const shown = await card();
    const figure = (label: string) => shown.getByText(label).parentElement!.textContent;
    expect(['Scans', 'Leads', 'Conversions'].map(figure)).toEqual(['Scans200', 'Leads2010.0%', 'Conversions525.0%']);
    expect(shown.getByRole('link').getAttribute('href')).toBe(van.url);
  });

  it('are downloaded as images and print sheets, in a color and with the logo', async () => {
    const { user, sentOf, hasToast } = await open({
      PlacementQrCode: { placement: { __typename: 'Placement', id: 'van', qrCode: file } },
      PlacementPrintSheet: { placement: { __typename: 'Placement', id: 'van', printSheet: file } },
    });
    const button = (await card()).getByRole('button', { name: 'Download the code of Van 2' });
    await chooseByKeys(user, await openMenu(user, button), 'Image for print shops (SVG)');
    await waitFor(() => expect(hasToast('QR Code Downloaded!')).toBe(true));
    expect(sentOf('PlacementQrCode')).toEqual([{ id: 'van', format: 'svg', size: 1024, color: '#000000', logo: true }]);
    await user.click(screen.getByRole('checkbox', { name: 'Logo in the middle' }));
    await chooseByKeys(user, await openMenu(user, button), 'Poster, A4 (PDF)');
    await waitFor(() =>
      expect(sentOf('PlacementPrintSheet')).toEqual([
        { id: 'van', layout: 'poster_a4', color: '#000000', logo: false },
      ]),
    );
  });

  it('say why a code cannot be drawn, and have no logo if the campaign has none', async () => {
    const { user, hasToast } = await open(
      {
        PlacementQrCode: () => {
          throw serverError('This color is too light to be scanned.', { code: 'BAD_USER_INPUT' });
        },
      },
      null,
    );
    screen.getByText('The campaign has no logo.');
    const button = (await card()).getByRole('button', { name: 'Download the code of Van 2' });
    await chooseByKeys(user, await openMenu(user, button), 'Image (PNG)');
    await waitFor(() => expect(hasToast('This color is too light to be scanned.')).toBe(true));
  });

  it('are added with a name', async () => {
    const { user, sentOf, hasToast } = await open({
      Placements: placementsOf([]),
      CreatePlacement: { createPlacement: van },
    });
    await screen.findByText('No placements yet');
    await user.click(screen.getByRole('button', { name: 'Add placement' }));
    const form = await dialog('Add placement');
    await user.click(form.getByRole('button', { name: 'Add placement' }));
    await form.findByText('Enter a name for the placement.');
    await user.type(form.getByLabelText(/^Name of the placement/), ' Van 2 ');
    await user.click(form.getByRole('button', { name: 'Add placement' }));
    await waitFor(() => expect(hasToast('Placement added')).toBe(true));
    expect(sentOf('CreatePlacement')).toEqual([{ campaignId: campaign.id, input: { name: 'Van 2' } }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add placement' })).toBeNull());
  });

  it('are pointed at another campaign, on top of what a colleague saved', async () => {
    const theirs = { ...van, name: 'Van two', version: 4 };
    const { user, sentOf, hasToast } = await open({
      UpdatePlacement: ({ input, expectedVersion }) => {
        if (expectedVersion !== 4) throw conflictWith(theirs);
        return { updatePlacement: { ...theirs, ...(input as object), version: 5 } };
      },
    });
    await user.click((await card()).getByRole('button', { name: 'Edit placement Van 2' }));
    const form = await dialog('Edit placement');
    await user.selectOptions(form.getByLabelText('Opens the campaign'), 'Autumn');
    await user.click(form.getByRole('button', { name: 'Save placement' }));
    await waitFor(() => expect(hasToast('Placement updated')).toBe(true));
    expect(sentOf('UpdatePlacement').at(-1)).toEqual({
      id: 'van',
      input: { campaignId: 'campaign-2' },
      expectedVersion: 4,
    });
  });

  it('whose campaign was deleted are listed apart, and get another one', async () => {
    const bus = { ...van, id: 'bus', name: 'Bus', campaignId: null };
    const { user, sentOf } = await open({
      Placements: placementsOf([], [bus]),
      UpdatePlacement: { updatePlacement: { ...bus, campaignId: campaign.id } },
    });
    await screen.findByRole('heading', { name: 'Without a campaign' });
    await user.click(screen.getByRole('button', { name: 'Edit placement Bus' }));
    const form = await dialog('Edit placement');
    await user.selectOptions(form.getByLabelText(/^Opens the campaign/), 'Autumn');
    await user.click(form.getByRole('button', { name: 'Save placement' }));
    await waitFor(() =>
      expect(sentOf('UpdatePlacement')).toEqual([
        { id: 'bus', input: { campaignId: 'campaign-2' }, expectedVersion: 1 },
      ]),
    );
  });

  it('are deleted after a question', async () => {
    const { user, sentOf, hasToast } = await open({ DeletePlacement: { deletePlacement: true } });
    await user.click((await card()).getByRole('button', { name: 'Delete placement Van 2' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete the placement Van 2?' }));
    question.getByText(/^Its printed codes open nothing then/);
    await user.click(question.getByRole('button', { name: 'Delete placement' }));
    await waitFor(() => expect(hasToast('Placement deleted')).toBe(true));
    expect(sentOf('DeletePlacement')).toEqual([{ id: 'van' }]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('offer to try again if they cannot be loaded', async () => {
    let fails = true;
    const { user } = await open({
      Placements: () => {
        if (fails) throw serverError('No connection', { code: 'UNAVAILABLE' });
        return placementsOf([van]);
      },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    fails = false;
    await user.click(again);
    await card();
  });
});
