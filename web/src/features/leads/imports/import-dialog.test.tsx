/** @jest-environment jsdom */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { lead } from '../../../testing/fixtures';
import { type Answers, renderScreen, serverError } from '../../../testing/render';
import { ImportDialog } from './import-dialog';

const page = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
const campaigns = (...names: string[]) => ({
  client: {
    __typename: 'Client',
    id: lead.clientId,
    campaigns: {
      __typename: 'CampaignConnection',
      nodes: names.map((name) => ({ __typename: 'Campaign', id: `id of ${name}`, name })),
      pageInfo: page,
    },
  },
});
const field = (id: string, type: string, label: string) => ({
  ...{ __typename: 'FormField', id, type, label, placeholder: '', required: true, options: [] },
});
const questions = ({ campaignId }: Record<string, unknown>) => ({
  campaign: {
    ...{ __typename: 'Campaign', id: campaignId },
    formFields: [field('fullName', 'text', 'Your name'), field('phone', 'tel', 'Phone')],
  },
});
const importOf = (changes: object = {}) => ({
  ...{ __typename: 'LeadImport', id: 'import-1', rows: 0, ready: 0, consenting: 0, problems: [], ...changes },
});
const added = ({ position, rows }: Record<string, unknown>) => ({
  addLeadImportRows: importOf({ rows: Number(position) + (rows as unknown[]).length, ready: 3, consenting: 2 }),
});
const csv = (name: string, ...lines: string[]) => {
  const file = new File([lines.join('\n')], name);
  // jsdom has no `arrayBuffer` of files.
  return Object.assign(file, {
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode(lines.join('\n')).buffer),
  });
};
const people = csv('people.csv', 'Name,Phone,Consent,Company', 'Ann,1,yes,ACME', 'Bob,2,no,', 'Cy,3,yes,Pipe Co');

const open = (answers: Answers = {}) => {
  const onClose = jest.fn();
  const rendered = renderScreen(<ImportDialog clientId={lead.clientId} campaignId="" onClose={onClose} />, {
    CampaignNames: campaigns('Roofs', 'Gutters'),
    ImportQuestions: questions,
    CreateLeadImport: { createLeadImport: importOf() },
    AddLeadImportRows: added,
    ...answers,
  });
  const choose = async (file: File) => {
    const input = await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]')!);
    await rendered.user.upload(input, file);
  };
  const check = () => rendered.user.click(screen.getByRole('button', { name: 'Check the rows' }));
  return { ...rendered, choose, check, onClose };
};
const contentOf = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name: `Content of ${name}` });

describe('the import of leads', () => {
  it('finds what the columns contain, checks the rows in parts, and starts', async () => {
    const { user, choose, check, sentOf, onClose } = open({ StartLeadImport: { startLeadImport: { id: 'job' } } });
    await choose(people);
    expect(await screen.findByText('3 rows in the file')).toBeTruthy();
    expect((await contentOf('Name')).value).toBe('answer fullName');
    expect((await contentOf('Phone')).value).toBe('answer phone');
    expect((await contentOf('Consent')).value).toBe('consent');
    expect(screen.getByText('ACME · Pipe Co')).toBeTruthy();
    await user.selectOptions(await contentOf('Company'), 'Do not import');
    await check();
    expect(await screen.findByText('Say where and when the people agreed')).toBeTruthy();
    expect(sentOf('CreateLeadImport')).toEqual([]);
    await user.type(screen.getByRole('textbox'), 'At the fair');
    await check();
    expect(await screen.findByText('3 rows can be imported')).toBeTruthy();
    expect(screen.getByText('2 of them with consent to text messages')).toBeTruthy();
    expect(sentOf('CreateLeadImport')).toEqual([
      {
        ...{ campaignId: 'id of Roofs', fileName: 'people.csv', howObtained: 'At the fair' },
        columns: [
          { name: 'Name', target: 'answer', fieldId: 'fullName' },
          { name: 'Phone', target: 'answer', fieldId: 'phone' },
          { name: 'Consent', target: 'consent' },
          { name: 'Company', target: 'ignored' },
        ],
      },
    ]);
    expect(sentOf('AddLeadImportRows')).toMatchObject([
      { id: 'import-1', position: 0, rows: [['Ann', '1', 'yes', 'ACME'], {}, {}] },
    ]);
    await user.click(screen.getByRole('button', { name: 'Import 3 leads' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentOf('StartLeadImport')).toEqual([{ id: 'import-1' }]);
  });

  it('shows rejected rows by reason, and starts nothing without rows', async () => {
    const problems = [
      { __typename: 'ImportProblem', problem: 'Consent must be yes or no', rows: 1, firstRow: 3 },
      { __typename: 'ImportProblem', problem: 'Phone must be a phone number', rows: 1_200, firstRow: 2 },
    ];
    const { choose, check, user, sentOf } = open({
      AddLeadImportRows: { addLeadImportRows: importOf({ rows: 1_201, problems }) },
    });
    await choose(csv('x.csv', 'Phone', 'x'));
    expect(await screen.findByText(/No column says who agreed/)).toBeTruthy();
    await check();
    expect(await screen.findByText('1,201 rows cannot be imported')).toBeTruthy();
    const reasons = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(reasons).toEqual([
      '1,200Phone must be a phone number (first in row 2)',
      '1Consent must be yes or no (first in row 3)',
    ]);
    expect(screen.getByRole('button', { name: 'Import 0 leads' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Change the columns' }));
    expect((await contentOf('Phone')).value).toBe('answer phone');
    expect(sentOf('StartLeadImport')).toEqual([]);
  });

  it('goes on where a failed check ended', async () => {
    const rows = Array.from({ length: 1_100 }, (_, nth) => `Lead ${nth}`);
    let attempts = 0;
    const { choose, check, sentOf, hasToast } = open({
      AddLeadImportRows: (variables) => {
        if ((attempts += 1) === 2) throw serverError('Too many requests', { code: 'RATE_LIMITED' });
        return added(variables);
      },
    });
    await choose(csv('many.csv', 'Name', ...rows));
    await contentOf('Name');
    await check();
    await waitFor(() => expect(hasToast('Too many requests')).toBe(true));
    await check();
    expect(await screen.findByText('3 rows can be imported')).toBeTruthy();
    expect(sentOf('CreateLeadImport')).toHaveLength(1);
    expect(sentOf('AddLeadImportRows').map(({ position }) => position)).toEqual([0, 500, 500, 1_000]);
  });

  it('offers each question to one column, of the chosen campaign', async () => {
    const { choose, user } = open();
    await choose(csv('x.csv', 'Name,Other', 'Ann,1'));
    const labels = (select: HTMLSelectElement) =>
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(labels(await contentOf('Name'))).toContain('Your name');
    expect(labels(await contentOf('Other'))).not.toContain('Your name');
    // The form has no question for an address.
    expect(labels(await contentOf('Other'))).toContain('Email');
    await user.selectOptions(await contentOf('Name'), 'Traffic source');
    expect(labels(await contentOf('Other'))).toContain('Your name');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Campaign of the leads' }), 'Gutters');
    await waitFor(async () => expect((await contentOf('Name')).value).toBe('answer fullName'));
  });

  it('says what is wrong with a file, and asks before it is discarded', async () => {
    const { choose, user, onClose, check } = open();
    await choose(csv('empty.csv', 'Name'));
    expect((await screen.findByRole('alert')).textContent).toBe('The file has no rows below the names of its columns.');
    await check();
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a CSV file');
    await choose(people);
    await contentOf('Name');
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('needs a campaign', async () => {
    open({ CampaignNames: campaigns() });
    expect(await screen.findByText('Create a campaign first. Every lead belongs to one.')).toBeTruthy();
  });
});
