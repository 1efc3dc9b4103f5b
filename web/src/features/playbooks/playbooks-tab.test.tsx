/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { campaign } from '../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../testing/render';
import { PlaybookDialog } from './playbook-dialog';
import { PlaybooksTab } from './playbooks-tab';

const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
const figures = { __typename: 'PlaybookFigures', views: 1204, leads: 31, qualified: 7 };
const roofs = {
  __typename: 'Playbook',
  id: 'roofs',
  version: 3,
  name: 'Roofs',
  description: 'For all roofers',
  newestVersion: 2,
  copyCount: 2,
  outdatedCount: 2,
  campaign: { __typename: 'Campaign', id: 'source', clientId: 'agency' },
  figures,
};
const copyOf = (name: string) => ({
  __typename: 'PlaybookCopy',
  id: `copy-${name}`,
  clientId: name.toLowerCase(),
  versionNumber: 1,
  client: { __typename: 'Client', id: name.toLowerCase(), businessName: name },
  figures,
});
const copies = [copyOf('Ann'), copyOf('Bo')];
const playbookWith = (fields: object) => ({ playbook: { __typename: 'Playbook', id: 'roofs', ...fields } });
const listOf = (nodes: object[]) => ({ copies: { __typename: 'Copies', totalCount: nodes.length, nodes, pageInfo } });

/** Opens the tab. */
function open(answers: Answers = {}) {
  const version = (number: number) => ({
    ...{ __typename: 'PlaybookVersion', id: `v${number}`, number },
    ...{ publishedAt: '2026-01-01T00:00:00Z', publishedBy: 'admin' },
  });
  const rendered = renderScreen(
    <PlaybooksTab />,
    {
      Playbooks: { playbooks: { __typename: 'Playbooks', totalCount: 1, nodes: [roofs] } },
      Playbook: playbookWith({
        ...roofs,
        versions: { __typename: 'Versions', nodes: [version(2), version(1)], pageInfo },
      }),
      PlaybookCopies: playbookWith(listOf(copies)),
      PlaybookCopiesBehind: playbookWith(listOf(copies)),
      PlaybookClients: playbookWith(listOf(copies)),
      ClientNames: {
        clients: {
          __typename: 'Clients',
          nodes: ['Ann', 'Bo', 'Cy', 'Di'].map((name) => ({
            ...{ __typename: 'Client', id: name.toLowerCase(), businessName: name },
          })),
          pageInfo,
        },
      },
      ...answers,
    },
    { role: 'admin' },
  );
  const openPlaybook = async () => {
    await rendered.user.click(await screen.findByRole('button', { name: 'Roofs' }));
    return within(await screen.findByRole('dialog', { name: 'Roofs' }));
  };
  return { ...rendered, openPlaybook };
}

describe('the playbooks', () => {
  it('are listed with their versions, clients and results', async () => {
    open();
    const row = await screen.findByRole('row', { name: /Roofs/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/Roofs.*For all roofers/), 'v2', '22 behind', ...['1,204', '31', '7']]);
  });

  it('say how to make the first one', async () => {
    open({ Playbooks: { playbooks: { __typename: 'Playbooks', totalCount: 0, nodes: [] } } });
    await screen.findByText('No playbooks yet');
    screen.getByText(/choose “Save as a playbook…” in the menu of its card/);
  });

  it('are loaded again after a failure', async () => {
    let isFailing = true;
    const { user } = open({
      Playbooks: () => {
        if (isFailing) throw serverError('Down', { code: 'UNAVAILABLE' });
        return { playbooks: { __typename: 'Playbooks', totalCount: 1, nodes: [roofs] } };
      },
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isFailing = false;
    await user.click(again);
    await screen.findByRole('button', { name: 'Roofs' });
  });

  it('are created from a campaign, with errors at their fields', async () => {
    const onClose = jest.fn();
    let isInvalid = true;
    const { user, sentOf, hasToast } = renderScreen(<PlaybookDialog campaign={campaign} onClose={onClose} />, {
      CreatePlaybook: () => {
        if (isInvalid)
          throw serverError('Invalid', { code: 'BAD_USER_INPUT', fields: { description: 'Too long for us.' } });
        return { createPlaybook: roofs };
      },
    });
    const name = await screen.findByLabelText(/^Playbook name/);
    expect(name).toHaveProperty('value', 'Free inspection');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Create playbook' }));
    await screen.findByText('Enter a name for the playbook.');
    await user.type(name, 'Roofs');
    await user.type(screen.getByLabelText('Description'), 'For all roofers');
    await user.click(screen.getByRole('button', { name: 'Create playbook' }));
    await screen.findByText('Too long for us.');
    isInvalid = false;
    await user.click(screen.getByRole('button', { name: 'Create playbook' }));
    await waitFor(() => expect(hasToast('Playbook created')).toBe(true));
    expect(sentOf('CreatePlaybook').at(-1)).toEqual({
      input: { name: 'Roofs', description: 'For all roofers', campaignId: campaign.id },
    });
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('a playbook', () => {
  it('shows its clients with their versions, and links to their campaigns', async () => {
    const { user, openPlaybook, sentOf } = open();
    const drawer = await openPlaybook();
    const row = within(await drawer.findByRole('row', { name: /Ann/ }));
    row.getByText('v1');
    row.getByText('Behind');
    expect(row.getByRole('link', { name: 'Ann' }).getAttribute('href')).toBe('/client/ann?tab=campaigns');
    expect(drawer.getByRole('link', { name: 'Edit the source campaign' }).getAttribute('href')).toBe(
      '/client/agency/campaign/source',
    );
    drawer.getByText('Version 2');
    await user.selectOptions(drawer.getByLabelText('Which clients'), 'Behind only');
    await waitFor(() => expect(sentOf('PlaybookCopies').at(-1)).toMatchObject({ behind: true }));
  });

  it('says why no version can be published', async () => {
    const { user, openPlaybook, hasToast } = open({
      PublishPlaybook: () => {
        throw serverError('Nothing changed since version 2. Edit the campaign first.', { code: 'BAD_USER_INPUT' });
      },
    });
    const drawer = await openPlaybook();
    await user.click(drawer.getByRole('button', { name: 'Publish a new version' }));
    await waitFor(() => expect(hasToast('Nothing changed since version 2.')).toBe(true));
  });

  it('says that its source was deleted, and lets the campaign of a client take its place', async () => {
    const { user, openPlaybook, sentOf, hasToast } = open({
      Playbook: playbookWith({
        ...{ ...roofs, campaign: null },
        versions: { __typename: 'Versions', nodes: [], pageInfo },
      }),
      PlaybookSources: playbookWith(
        listOf(copies.map((copy) => ({ ...copy, campaign: { __typename: 'Campaign', id: `of-${copy.clientId}` } }))),
      ),
      UpdatePlaybook: {
        updatePlaybook: { ...roofs, campaign: { __typename: 'Campaign', id: 'of-bo', clientId: 'bo' } },
      },
    });
    const drawer = await openPlaybook();
    await drawer.findByText(/^The source campaign was deleted/);
    expect(drawer.queryByRole('button', { name: 'Publish a new version' })).toBeNull();
    await drawer.findByRole('option', { name: 'Bo' });
    await user.selectOptions(drawer.getByLabelText('Client whose campaign is the new source'), 'Bo');
    await user.click(drawer.getByRole('button', { name: 'Use its campaign' }));
    await waitFor(() => expect(hasToast('Playbook saved')).toBe(true));
    expect(sentOf('UpdatePlaybook')).toEqual([{ id: 'roofs', input: { campaignId: 'of-bo' } }]);
    await drawer.findByRole('button', { name: 'Publish a new version' });
  });

  it('is deleted after a question, and its drawer closes', async () => {
    const { user, openPlaybook, hasToast } = open({ DeletePlaybook: { deletePlaybook: true } });
    const drawer = await openPlaybook();
    await user.click(drawer.getByRole('button', { name: 'Delete playbook' }));
    const question = within(await screen.findByRole('alertdialog'));
    question.getByText(/The campaigns of clients stay/);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(hasToast('Playbook deleted')).toBe(true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has an address for each of its dialogs, and closing one keeps the drawer', async () => {
    const { user, openPlaybook, router } = open();
    const drawer = await openPlaybook();
    await user.click(drawer.getByRole('button', { name: 'Add to clients' }));
    await screen.findByRole('dialog', { name: 'Add to clients' });
    expect(router.state.location.search).toBe('?dialog=playbook&id=roofs&panel=add');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe('?dialog=playbook&id=roofs'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add to clients' })).toBeNull());
    await screen.findByRole('dialog', { name: 'Roofs' });
    await act(() => router.navigate('?dialog=playbook&id=roofs&panel=update'));
    await screen.findByRole('dialog', { name: 'Update clients' });
  });

  it('is added to the clients that do not have it, and shows for which that failed and why', async () => {
    const { user, openPlaybook, sentOf, hasToast } = open({
      ApplyPlaybook: {
        applyPlaybook: [
          { __typename: 'ApplyPlaybookResult', error: null },
          { __typename: 'ApplyPlaybookResult', error: 'The monthly campaign limit of 1 is reached.' },
        ],
      },
    });
    const drawer = await openPlaybook();
    await user.click(drawer.getByRole('button', { name: 'Add to clients' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to clients' }));
    await dialog.findByRole('checkbox', { name: 'Cy' });
    expect(dialog.queryByRole('checkbox', { name: 'Ann' })).toBeNull();
    const submit = () => dialog.getByRole('button', { name: /^Add to/ });
    expect(submit()).toHaveProperty('disabled', true);
    await user.type(dialog.getByRole('searchbox', { name: 'Find clients to add' }), 'd{Enter}');
    expect(dialog.queryByRole('checkbox', { name: 'Cy' })).toBeNull();
    await user.clear(dialog.getByRole('searchbox'));
    await user.click(dialog.getByRole('checkbox', { name: 'Choose all 2 clients' }));
    await user.click(dialog.getByRole('radio', { name: /^Active/ }));
    await user.click(submit());
    await waitFor(() => expect(hasToast('1 of 2 clients failed')).toBe(true));
    expect(sentOf('ApplyPlaybook')).toEqual([{ id: 'roofs', clientIds: ['cy', 'di'], status: 'active' }]);
    dialog.getByText('Failed for 1 client');
    expect(dialog.getByText(/The monthly campaign limit of 1 is reached/).textContent).toMatch(/^Di: /);
  });

  it('is pushed to clients in batches of 100', async () => {
    const many = Array.from({ length: 130 }, (_, index) => copyOf(`Client ${index}`));
    const { user, openPlaybook, sentOf, hasToast } = open({
      PlaybookCopiesBehind: playbookWith(listOf(many)),
      PushPlaybook: ({ copyIds }) => ({
        pushPlaybook: (copyIds as string[]).map(() => ({ __typename: 'PushPlaybookResult', error: null })),
      }),
    });
    const drawer = await openPlaybook();
    await user.click(drawer.getByRole('button', { name: 'Update clients' }));
    await user.click(await screen.findByRole('button', { name: 'Update 130 clients now' }));
    await waitFor(() => expect(hasToast('Updated 130 clients')).toBe(true));
    expect(sentOf('PushPlaybook').map(({ copyIds }) => (copyIds as string[]).length)).toEqual([100, 30]);
  });

  it('shows what a push changes and keeps for a client, and leaves out those that are not selected', async () => {
    const change = (name: string, before: unknown, after: unknown, action: string) => ({
      ...{ __typename: 'PlaybookChange', name, before, after, action },
    });
    const steps = [
      { delayMinutes: 0, message: 'Hi' },
      { delayMinutes: 2880, message: 'Still there?' },
    ];
    const { user, openPlaybook, sentOf, hasToast } = open({
      PlaybookChanges: playbookWith({
        copies: {
          __typename: 'Copies',
          nodes: [
            {
              ...{ __typename: 'PlaybookCopy', id: 'copy-Ann' },
              changes: [
                change('headline', 'Ann’s roofs', 'All roofs', 'keep'),
                change('subheadline', 'Today', 'Now', 'update'),
                change('sequences.Welcome.stopOnReply', true, false, 'update'),
                change('sequences.Later', null, { name: 'Later', steps }, 'create'),
              ],
            },
          ],
        },
      }),
      PushPlaybook: { pushPlaybook: [{ __typename: 'PushPlaybookResult', error: null }] },
    });
    const drawer = await openPlaybook();
    await user.click(drawer.getByRole('button', { name: 'Update clients' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Update clients' }));
    await user.click(await dialog.findByRole('button', { name: 'Changes of Ann' }));
    const items = await dialog.findAllByRole('listitem', { name: '' });
    const texts = items.map(({ textContent }) => textContent);
    expect(texts).toEqual(
      expect.arrayContaining([
        'HeadlineKept: changed by the clientThe client has: Ann’s roofsThe new version has: All roofs',
        'SubheadlineChangedNow: TodayThen: Now',
        'Sequence “Welcome”: Stop On ReplyChangedNow: Switched onThen: Switched off',
        'Sequence “Later”New sequenceThen: 1. Immediately: Hi\n2. After 2 days: Still there?',
      ]),
    );
    expect(sentOf('PlaybookChanges')).toEqual([{ id: 'roofs', clientId: 'ann', number: 2 }]);
    await user.click(dialog.getByRole('checkbox', { name: 'Bo' }));
    await user.click(dialog.getByRole('button', { name: 'Update 1 client now' }));
    await waitFor(() => expect(hasToast('Updated 1 client')).toBe(true));
    expect(sentOf('PushPlaybook')).toEqual([{ id: 'roofs', number: 2, copyIds: ['copy-Ann'] }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Update clients' })).toBeNull());
  });
});
