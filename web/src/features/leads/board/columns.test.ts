import { lead } from '../../../testing/fixtures';
import type { LeadColumnFragment, LeadFieldsFragment, LeadStatus } from '../../../shared/graphql/generated';
import { toColumns } from './columns';

const day = (nth: number) => `2026-11-${String(nth).padStart(2, '0')}T12:00:00.000Z`;
const leadOf = (name: string, nth: number, status: LeadStatus = 'new'): LeadFieldsFragment => ({
  ...lead,
  id: name,
  fullName: name,
  createdAt: day(nth),
  status,
});
const listOf = (nodes: LeadFieldsFragment[], totalCount = nodes.length): LeadColumnFragment =>
  ({ nodes, totalCount, pageInfo: { hasNextPage: nodes.length < totalCount, endCursor: null } }) as LeadColumnFragment;

const newest = { sort: 'createdAt', order: 'desc' } as const;
const statusOf = (one: LeadFieldsFragment) => one.status;
const shown = (...[lists, status = statusOf, sort = newest]: Partial<Parameters<typeof toColumns>>) =>
  toColumns(lists!, status, sort).map(
    (column) => `${column.status} ${column.count}: ${column.leads.map(({ id }) => id).join(' ')}`,
  );

const [ann, bo, cy] = [leadOf('Ann', 5), leadOf('Bo', 4), leadOf('Cy', 3)];
const [dan, eve] = [leadOf('Dan', 6, 'contacted'), leadOf('Eve', 2, 'contacted')];

describe('the columns of the board', () => {
  it('contain the leads of their status with the counts of the server', () => {
    expect(shown({ new: listOf([ann, bo], 40), contacted: listOf([dan]), qualified: listOf([]) })).toEqual([
      'new 40: Ann Bo',
      'contacted 1: Dan',
      'qualified 0: ',
    ]);
  });

  it('follow a lead whose status has changed, in the order of the list and with its count', () => {
    const moved = { ...bo, status: 'contacted' as const };
    expect(shown({ new: listOf([ann, moved, cy], 40), contacted: listOf([dan, eve], 7) })).toEqual([
      'new 39: Ann Cy',
      'contacted 8: Dan Bo Eve',
    ]);
  });

  it('follow a status that is being saved', () =>
    expect(
      shown({ new: listOf([ann]), contacted: listOf([]) }, ({ id }) => (id === 'Ann' ? 'contacted' : 'new')),
    ).toEqual(['new 0: ', 'contacted 1: Ann']));

  it('contain a lead once that a further page of its new column contains too', () => {
    const moved = { ...bo, status: 'contacted' as const };
    expect(shown({ new: listOf([ann, moved]), contacted: listOf([dan, moved]) })).toEqual([
      'new 1: Ann',
      'contacted 2: Dan Bo',
    ]);
  });

  it('lose a lead whose new status is filtered out', () =>
    expect(shown({ new: listOf([ann, { ...bo, status: 'converted' }]) })).toEqual(['new 1: Ann']));

  it.each([
    ['asc', ['Abe', 'Bo', 'Zoe']],
    ['desc', ['Zoe', 'Bo', 'Abe']],
  ] as const)('insert by name, %s, and unnamed leads last', (order, names) => {
    const others = names.filter((name) => name !== 'Bo').map((name) => leadOf(name, 1, 'contacted'));
    const unnamed = { ...leadOf('Unnamed', 9), fullName: null, status: 'contacted' as const };
    const moved = { ...bo, status: 'contacted' as const };
    const lists = { new: listOf([moved, unnamed]), contacted: listOf(others) };
    expect(shown(lists, statusOf, { sort: 'fullName', order })[1]).toBe(`contacted 4: ${names.join(' ')} Unnamed`);
  });
});
