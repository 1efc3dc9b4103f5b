/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
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
  const nodes = [{ __typename: 'Campaign', ...campaign, stats }];
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
