/** @jest-environment jsdom */
import { ChakraProvider } from '@chakra-ui/react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { themeSystem } from '../theme/theme';
import { PagedTable } from './paged-table';
import type { Column } from './use-data-table';

interface Row {
  name: string;
  count: number;
}

const columns: Column<Row>[] = [
  { header: 'Name', primary: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
  { header: 'Count', alignEnd: true, sortBy: ({ count }) => count, cell: ({ count }) => count },
  { header: 'Actions', actions: true, cell: ({ name }) => <button type="button">Open {name}</button> },
];

const three: readonly Row[] = [
  { name: 'beta 10', count: 2 },
  { name: 'Alpha', count: 10 },
  { name: 'beta 2', count: 2 },
];

function show(props: Partial<Parameters<typeof PagedTable<Row>>[0]> = {}) {
  const table = (more: typeof props) => (
    <ChakraProvider value={themeSystem}>
      <PagedTable
        itemName="samples"
        columns={columns}
        rows={three}
        rowKey={({ name }) => name}
        failed={false}
        onRetry={() => undefined}
        empty="None"
        {...props}
        {...more}
      />
    </ChakraProvider>
  );
  const { rerender } = render(table({}));
  return { user: userEvent.setup({ pointerEventsCheck: 0 }), change: (more: typeof props) => rerender(table(more)) };
}
const names = () => [...document.querySelectorAll('[data-primary]')].map(({ textContent }) => textContent);
const header = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) });
const sortBy = (user: ReturnType<typeof show>['user'], name: string) =>
  user.click(within(header(name)).getByRole('button'));

describe('a table that is sorted in the browser', () => {
  it('keeps the given order at first', () => {
    show();
    expect(names()).toEqual(['beta 10', 'Alpha', 'beta 2']);
    expect(header('Name').getAttribute('aria-sort')).toBe('none');
    expect(header('Actions').hasAttribute('aria-sort')).toBe(false);
  });

  it('compares texts case-insensitively and their numbers by value', async () => {
    const { user } = show();
    await sortBy(user, 'Name');
    expect(names()).toEqual(['Alpha', 'beta 2', 'beta 10']);
    expect(header('Name').getAttribute('aria-sort')).toBe('ascending');
    await sortBy(user, 'Name');
    expect(names()).toEqual(['beta 10', 'beta 2', 'Alpha']);
    expect(header('Name').getAttribute('aria-sort')).toBe('descending');
  });

  it('starts with the largest number, and keeps the order of equal rows in both directions', async () => {
    const { user } = show();
    await sortBy(user, 'Count');
    expect(names()).toEqual(['Alpha', 'beta 10', 'beta 2']);
    await sortBy(user, 'Count');
    expect(names()).toEqual(['beta 10', 'beta 2', 'Alpha']);
    await sortBy(user, 'Count');
    expect(names()).toEqual(['Alpha', 'beta 10', 'beta 2']);
    expect(three.map(({ name }) => name)).toEqual(['beta 10', 'Alpha', 'beta 2']);
  });

  it('is sorted by the select that phones show', async () => {
    const { user } = show({ initialSort: { id: 'Count', desc: true } });
    expect(names()).toEqual(['Alpha', 'beta 10', 'beta 2']);
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    expect([...select.options].map(({ text }) => text)).toEqual([
      'Sort by…',
      'Sort by Name',
      'Sort by Count, highest first',
    ]);
    await user.selectOptions(select, 'Name');
    expect(names()).toEqual(['Alpha', 'beta 2', 'beta 10']);
    await user.selectOptions(select, '');
    expect(names()).toEqual(['beta 10', 'Alpha', 'beta 2']);
  });

  it('keeps the cells when it renders again, so that the focus stays', () => {
    const { change } = show();
    const button = screen.getByRole('button', { name: 'Open Alpha' });
    button.focus();
    change({ columns: columns.map((column) => ({ ...column })), rows: [...three] });
    expect(document.activeElement).toBe(button);
    expect(button.isConnected).toBe(true);
  });
});

describe('a table that is paged in the browser', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `Row ${index + 1}`, count: index }));

  it('shows 25 rows a page, and the first page in another order or with another filter', async () => {
    const { user, change } = show({ rows: many(30) });
    expect(names()).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(names()).toEqual(['Row 26', 'Row 27', 'Row 28', 'Row 29', 'Row 30']);
    await sortBy(user, 'Count');
    expect(names()[0]).toBe('Row 30');
    expect(names()).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    change({ rows: many(28), filterKey: 'a' });
    expect(names()[0]).toBe('Row 28');
  });

  it('stays on its page when the rows change, and shows the last page that is left', async () => {
    const { user, change } = show({ rows: many(51) });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(names()).toEqual(['Row 51']);
    change({ rows: many(52) });
    expect(names()).toEqual(['Row 51', 'Row 52']);
    change({ rows: many(50) });
    expect(names()).toHaveLength(25);
    expect(names()[0]).toBe('Row 26');
  });
});

it('renders only those rows again that change', () => {
  const rendered: string[] = [];
  const watched: Column<Row>[] = [{ header: 'Name', primary: true, cell: ({ name }) => (rendered.push(name), name) }];
  const { change } = show({ columns: watched });
  rendered.length = 0;
  change({ currentKey: 'Alpha' });
  expect(rendered).toEqual(['Alpha']);
  rendered.length = 0;
  change({ currentKey: 'beta 2' });
  expect(rendered).toEqual(['Alpha', 'beta 2']);
  rendered.length = 0;
  change({ rows: [three[0]!, { name: 'Alpha', count: 11 }, three[2]!] });
  expect(rendered).toEqual(['Alpha', 'beta 2']);
});
