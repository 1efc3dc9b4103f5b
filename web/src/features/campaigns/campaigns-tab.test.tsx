/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import { campaign, client } from '../../testing/fixtures';
import { renderScreen, serverError } from '../../testing/render';
import { CampaignsTab } from './campaigns-tab';

const pageInfo = { hasNextPage: false, endCursor: null };
const clientWith = (fields: object) => ({ client: { __typename: 'Client', id: client.id, ...fields } });

function open(campaignsThisMonth: number) {
  const usage = {
    __typename: 'ClientUsage',
    campaignsThisMonth,
    leadsThisMonth: 0,
    smsThisMonth: 0,
    segmentsThisMonth: 0,
  };
  return renderScreen(<CampaignsTab clientId={client.id} canBuild />, {
    CampaignsWithStats: clientWith({ campaigns: { nodes: [], pageInfo } }),
    CampaignScans: clientWith({ campaigns: { nodes: [], pageInfo } }),
    ClientUsage: clientWith({ ...client, monthlyCampaignLimit: 3, usage }),
  });
}

test('New campaign is disabled at the monthly limit, with the reason', async () => {
  open(3);
  await screen.findByText('Monthly campaign limit of 3 reached');
  expect(screen.getByRole('button', { name: 'New campaign' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull();
});

test('New campaign opens the builder below the monthly limit', async () => {
  open(2);
  await screen.findByText('No campaigns yet');
  expect(screen.getByRole('link', { name: 'New campaign' })).toBeTruthy();
});

test('a failure of the scan analytics leaves the other figures and offers no retry', async () => {
  const stats = { __typename: 'CampaignStats', totalLeads: 12, conversions: 3, smsSent: 40 };
  const nodes = [{ __typename: 'Campaign', ...campaign, draft: null, stats }];
  const { sentOf } = renderScreen(<CampaignsTab clientId={client.id} canBuild={false} />, {
    CampaignsWithStats: clientWith({ campaigns: { nodes, pageInfo } }),
    CampaignScans: () => {
      throw serverError('Out of order', { code: 'UNAVAILABLE' });
    },
  });
  expect((await screen.findByText('Leads')).parentElement?.textContent).toBe('Leads12');
  expect(sentOf('CampaignScans')).toHaveLength(1);
  expect(screen.getByText('QR Scans').parentElement?.textContent).toBe('QR Scans–');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

describe('the menu of a campaign', () => {
  const stats = { __typename: 'CampaignStats', totalLeads: 12, conversions: 3, smsSent: 40 };
  const clientFields = clientWith({
    ...client,
    monthlyCampaignLimit: 3,
    usage: {
      __typename: 'ClientUsage',
      campaignsThisMonth: 3,
      leadsThisMonth: 0,
      smsThisMonth: 0,
      segmentsThisMonth: 0,
    },
  });
  const openWith = (shown: object, answers: object = {}, props: Partial<Parameters<typeof CampaignsTab>[0]> = {}) =>
    renderScreen(<CampaignsTab clientId={client.id} canBuild {...props} />, {
      CampaignsWithStats: clientWith({
        campaigns: { nodes: [{ __typename: 'Campaign', ...campaign, draft: null, ...shown, stats }], pageInfo },
      }),
      CampaignScans: clientWith({ campaigns: { nodes: [], pageInfo } }),
      ClientUsage: clientFields,
      ...answers,
    });
  const press = async (user: ReturnType<typeof renderScreen>['user'], entry: string) => {
    await user.click(await screen.findByRole('button', { name: 'More actions for Free inspection' }));
    const found = await screen.findByRole('menuitem', { name: entry });
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menu'));
    // The menu moves its highlight after the key event, so each key waits for the one before it
    const highlighted = () => screen.getAllByRole('menuitem').find((item) => 'highlighted' in item.dataset);
    while (highlighted() !== found) {
      const before = highlighted();
      await user.keyboard('{ArrowDown}');
      await waitFor(() => expect(highlighted()).not.toBe(before));
    }
    await user.keyboard('{Enter}');
  };

  test('Pause is shown at once and sends only the status. A failure is taken back with a toast', async () => {
    let answer: (data: object) => void = () => {};
    const { user, sentOf } = openWith(
      {},
      {
        UpdateCampaign: ({ input }: { input: { status: string } }) => {
          if (input.status === 'active') throw serverError('Out of order', { code: 'UNAVAILABLE' });
          return new Promise((resolve) => void (answer = resolve));
        },
      },
    );
    await press(user, 'Pause');
    expect(await screen.findByText('Inactive')).toBeTruthy();
    expect(sentOf('UpdateCampaign')).toEqual([{ id: campaign.id, input: { status: 'inactive' } }]);
    answer({ updateCampaign: { __typename: 'Campaign', ...campaign, status: 'inactive', version: 6 } });
    expect(await screen.findByText('Campaign paused')).toBeTruthy();
    await press(user, 'Activate');
    expect(await screen.findByText('Failed to update campaign')).toBeTruthy();
    expect(screen.getByText('Inactive')).toBeTruthy();
  });

  test('Save as a playbook opens the dialog that administrators have', async () => {
    const { user, router } = openWith({}, {}, { PlaybookDialog: (props) => <p>Playbook of {props.campaign.name}</p> });
    await press(user, 'Save as a playbook…');
    await screen.findByText('Playbook of Free inspection');
    expect(router.state.location.search).toBe('?dialog=playbook&id=campaign-1');
  });

  test('archived campaigns are shown apart, and cannot be duplicated at the limit', async () => {
    const { user } = openWith({ status: 'inactive', archivedAt: campaign.createdAt });
    expect(await screen.findByText('All campaigns are archived')).toBeTruthy();
    expect(screen.queryByRole('article')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show archived campaigns (1)' }));
    expect(screen.getByRole('article', { name: campaign.name }).textContent).toContain('Archived');
    await user.click(screen.getByRole('button', { name: 'More actions for Free inspection' }));
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'QR placements',
      'A/B tests',
      'Duplicate (monthly limit reached)',
      'Restore from archive',
      'Delete…',
    ]);
    expect(entries[2]!.getAttribute('aria-disabled')).toBe('true');
  });

  test('Delete names what is lost, and deletes only after the confirmation', async () => {
    const { user, sentOf } = openWith({}, { DeleteCampaign: { deleteCampaign: true } });
    await press(user, 'Delete…');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Its 12 leads, sequences and figures are deleted');
    expect(sentOf('DeleteCampaign')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Campaign deleted')).toBeTruthy();
    expect(sentOf('DeleteCampaign')[0]).toEqual({ id: campaign.id });
  });
});
