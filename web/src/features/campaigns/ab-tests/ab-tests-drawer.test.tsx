/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import { respondToUploads } from '../../../testing/fake-uploads';
import { campaign, client } from '../../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { AbTestsDrawer } from './ab-tests-drawer';

const stats = (views: number, leads: number, qualified: number, chanceByLeads: number) => ({
  __typename: 'AbTestVariantStats',
  views,
  leads,
  qualified,
  chanceByLeads,
  chanceByQualified: 1 - chanceByLeads,
});
const same = { headline: null, subheadline: null, formImageUrl: null, submitButtonText: null, hiddenFieldIds: [] };
const a = { __typename: 'AbTestVariant', id: 'a', position: 0, ...same, stats: stats(400, 20, 4, 0.004) };
const b = {
  __typename: 'AbTestVariant',
  id: 'b',
  position: 1,
  ...same,
  headline: 'Hot water today',
  hiddenFieldIds: ['name'],
  stats: stats(380, 57, 5, 0.996),
};
const test = {
  __typename: 'AbTest',
  id: 'test',
  clientId: client.id,
  campaignId: campaign.id,
  status: 'running',
  goal: 'leads',
  viewsPerVariant: 500,
  winnerId: null,
  keptVariantId: null,
  createdAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  endedAt: null,
  variants: [a, b],
};
const testsOf = (nodes: object[], abTestingEnabled = true) => ({
  campaign: {
    ...campaign,
    __typename: 'Campaign',
    headline: 'Fast water heater repair',
    subheadline: '',
    submitButtonText: 'Send',
    formFields: [
      { __typename: 'FormField', id: 'name', label: 'Full Name' },
      { __typename: 'FormField', id: 'phone', label: 'Phone' },
    ],
    client: { __typename: 'Client', id: client.id, abTestingEnabled, timeZone: 'America/New_York' },
    abTests: { __typename: 'AbTestConnection', nodes },
  },
});
const plan = (viewsPerVariant: number, isMeasured = true) => ({
  campaign: {
    __typename: 'Campaign',
    id: campaign.id,
    abTestPlan: { __typename: 'AbTestPlan', rate: 0.1, isMeasured, viewsPerDay: isMeasured ? 40 : 0, viewsPerVariant },
  },
});
const AbTestPlan: Answers[string] = ({ improvement }) => plan(improvement === 20 ? 4_800 : 877);

async function open(answers: Answers) {
  const rendered = renderScreen(<AbTestsDrawer campaign={campaign} onClose={jest.fn()} />, { AbTestPlan, ...answers });
  await screen.findByRole('dialog', { name: `A/B tests of ${campaign.name}` });
  return rendered;
}
const card = async (name: string) => within(await screen.findByRole('article', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the A/B tests of a campaign', () => {
  it('show the figures of each page, what it changes, and how far the test is', async () => {
    await open({ AbTests: testsOf([test]) });
    const figuresOf = async (name: string) => {
      const shown = await card(name);
      return ['Page views', 'Leads', 'Conversions', 'Chance to be best'].map(
        (label) => shown.getByText(label).nextSibling!.textContent,
      );
    };
    expect(await figuresOf('Page A')).toEqual(['400', '205.0%', '41.0%', '0.4%']);
    expect(await figuresOf('Page B')).toEqual(['380', '5715.0%', '51.3%', '99.6%']);
    (await card('Page A')).getByText('The campaign’s own page');
    (await card('Page B')).getByText('Hot water today');
    expect((await card('Page B')).getByText('Questions left out').nextSibling!.textContent).toBe('Full Name');
    screen.getByText('780 / 1,000');
    screen.getByText(/The result is shown when every page has its views/);
    expect(screen.queryByRole('button', { name: 'New test' })).toBeNull();
  });

  it('name the winner, and end when one keeps it', async () => {
    const complete = { ...test, status: 'complete', winnerId: 'b' };
    const ended = { ...complete, status: 'ended', keptVariantId: 'b', endedAt: new Date().toISOString() };
    const { user, sentOf, hasToast } = await open({
      AbTests: testsOf([complete]),
      EndAbTest: { endAbTest: { __typename: 'AbTest', id: 'test', ...testsOf([ended]) } },
    });
    await screen.findByText(/^Page B is the best with a chance of 99.6%\. Visitors see/);
    (await card('Page B')).getByText('Best');
    await user.click((await card('Page B')).getByRole('button', { name: 'Keep this page (Page B)' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'End the test and keep Page B?' }));
    expect(question.queryByText(/may be chance/)).toBeNull();
    await user.click(question.getByRole('button', { name: 'End test' }));
    await waitFor(() => expect(hasToast('Test ended')).toBe(true));
    expect(sentOf('EndAbTest')).toEqual([{ id: 'test', variantId: 'b' }]);
    await screen.findByRole('heading', { name: 'Earlier tests' });
    (await card('Page B')).getByText('Kept');
    screen.getByRole('button', { name: 'New test' });
  });

  it('say when the difference is too small, and when it is too early to tell', async () => {
    const { user } = await open({ AbTests: testsOf([{ ...test, status: 'complete' }]) });
    await screen.findByText(/^The difference is too small to tell/);
    await user.click((await card('Page A')).getByRole('button', { name: 'Keep this page (Page A)' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'End the test and keep Page A?' }));
    expect(question.queryByText(/may be chance/)).toBeNull();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
  });

  it('warn before a test is ended early', async () => {
    const { user, sentOf, hasToast } = await open({
      AbTests: testsOf([test]),
      EndAbTest: () => {
        throw serverError('This test has ended.', { code: 'CONFLICT' });
      },
    });
    await user.click((await card('Page B')).getByRole('button', { name: 'Keep this page (Page B)' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'End the test and keep Page B?' }));
    question.getByText(/^Some pages have fewer views than planned, so the difference may be chance\./);
    await user.click(question.getByRole('button', { name: 'End test' }));
    await waitFor(() => expect(hasToast('This test has ended.')).toBe(true));
    expect(sentOf('EndAbTest')).toEqual([{ id: 'test', variantId: 'b' }]);
  });

  it('start with pages that begin as the campaign’s own, and the views that they need', async () => {
    const { user, sentOf, hasToast } = await open({
      AbTests: testsOf([]),
      StartAbTest: { startAbTest: { __typename: 'AbTest', id: 'test', ...testsOf([test]) } },
    });
    await user.click(await screen.findByRole('button', { name: 'New test' }));
    const form = await dialog('New test');
    await form.findByText(/^Each page needs 877 views, 1,754 together\. .* about 44 days\. .* is 10\.0%\.$/);
    await user.selectOptions(form.getByLabelText('Smallest improvement worth finding'), '20% more');
    await form.findByText(/^Each page needs 4,800 views, 9,600 together/);
    await user.click(form.getByRole('button', { name: 'Add a page' }));
    await form.findByText(/14,400 together/);
    await user.click(form.getByRole('button', { name: 'Remove this page (Page C)' }));
    const page = within(form.getByRole('region', { name: 'Page B' }));
    const headline = page.getByLabelText('Headline');
    expect(headline).toHaveProperty('value', 'Fast water heater repair');
    await user.clear(headline);
    await user.type(headline, 'Hot water today');
    await user.click(page.getByRole('checkbox', { name: 'Full Name' }));
    await user.click(page.getByRole('checkbox', { name: 'Phone' }));
    await user.click(form.getByRole('button', { name: 'Start test' }));
    await page.findByText('Keep at least one question.');
    await user.click(page.getByRole('checkbox', { name: 'Phone' }));
    await user.click(form.getByRole('button', { name: 'Start test' }));
    await waitFor(() => expect(hasToast('Test started')).toBe(true));
    expect(sentOf('StartAbTest')).toEqual([
      {
        campaignId: campaign.id,
        input: {
          goal: 'leads',
          improvement: 20,
          variants: [
            {
              headline: 'Hot water today',
              hiddenFieldIds: ['name'],
            },
          ],
        },
      },
    ]);
    await card('Page B');
  });

  it('take an image of a page, and show what the server refuses at the page', async () => {
    respondToUploads({ status: 200 });
    const { user, hasToast, sentOf } = await open({
      AbTests: testsOf([]),
      CreateUpload: {
        createUpload: { __typename: 'SignedUpload', uploadURL: `${location.origin}/objects/upload/1`, headers: {} },
      },
      CompleteUpload: {
        completeUpload: { __typename: 'CompletedUpload', objectPath: '/objects/1/photo', file: null },
      },
      StartAbTest: () => {
        const fields = { 'variants.0': 'Change something, or remove this page.' };
        throw serverError('Change something', { code: 'BAD_USER_INPUT', fields });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'New test' }));
    const form = await dialog('New test');
    const input = document.querySelector<HTMLInputElement>('[aria-label="Page B"] input[type="file"]')!;
    await user.upload(input, new File(['x'], 'photo.png', { type: 'image/png' }));
    await form.findByRole('button', { name: 'Replace the image of Page B' });
    await user.click(form.getByRole('button', { name: 'Start test' }));
    await form.findByText('Change something, or remove this page.');
    await waitFor(() => expect(hasToast('Failed to start the test')).toBe(true));
    expect(sentOf('StartAbTest')).toMatchObject([{ input: { variants: [{ formImageUrl: '/objects/1/photo' }] } }]);
    await user.click(form.getByRole('button', { name: 'Use the campaign’s image' }));
    form.getByRole('button', { name: 'Upload an image for Page B' });
  });

  it('say who can switch them on', async () => {
    await open({ AbTests: testsOf([], false) });
    await screen.findByText(/^A\/B testing is switched off\. An administrator can switch it on/);
    expect(screen.queryByRole('button', { name: 'New test' })).toBeNull();
  });
});
