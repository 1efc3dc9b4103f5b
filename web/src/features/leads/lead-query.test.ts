import { type LeadQuery, noFilters, parseLeadQuery, toApiFilter, toSearchParams } from './lead-query';

const campaignId = '5f6c1f0e-9d0a-4a7e-8a55-0b8d3f2f7c11';
const defaultQuery: LeadQuery = {
  filter: { ...noFilters, sort: 'createdAt', order: 'desc' },
  page: 1,
  view: 'table',
};

describe('the URL of the leads list', () => {
  it.each<[string, Partial<LeadQuery['filter']>, number, LeadQuery['view']?]>([
    ['tab=leads', {}, 1],
    ['tab=leads&page=3', {}, 3],
    [
      `tab=leads&campaign=${campaignId}&status=qualified&search=a%26b`,
      { campaignId, status: 'qualified', search: 'a&b' },
      1,
    ],
    [
      'tab=leads&source=qr&utmCampaign=Spring+%26+Co&from=2026-01-01&to=2026-01-31&replied=yes&optedOut=no&held=yes&tag=VIP&page=2',
      {
        ...{ source: 'qr', utmCampaign: 'Spring & Co', from: '2026-01-01', to: '2026-01-31', replied: 'yes' },
        ...{ optedOut: 'no', held: 'yes', tag: 'VIP' },
      },
      2,
    ],
    ['tab=leads&sort=fullName', { sort: 'fullName', order: 'asc' }, 1],
    ['tab=leads&sort=fullName&order=desc&page=2', { sort: 'fullName', order: 'desc' }, 2],
    ['tab=leads&order=asc', { order: 'asc' }, 1],
    ['tab=leads&view=board&tag=VIP', { tag: 'VIP' }, 1, 'board'],
  ])('%s is parsed and written back unchanged', (address, filter, page, view = 'table') => {
    const query = { filter: { ...defaultQuery.filter, ...filter }, page, view };
    expect(parseLeadQuery(new URLSearchParams(address))).toEqual(query);
    expect(toSearchParams(query).toString()).toBe(address);
  });

  it.each([
    'campaign=no-id',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e99',
    'status=held',
    'sort=phone',
    'order=up',
    'search=+++',
    'from=2026-02-30',
    'to=today',
    'replied=maybe',
    'optedOut=true',
    'held=1',
    'tag=+',
    'view=calendar',
  ])('ignores the invalid parameter %s', (address) =>
    expect(parseLeadQuery(new URLSearchParams(address))).toEqual(defaultQuery),
  );

  it('shortens a search that is longer than the server accepts', () =>
    expect(parseLeadQuery(new URLSearchParams({ search: 'x'.repeat(300) })).filter.search).toHaveLength(200));

  it.each([
    ['none', { ownerId: null, hasOwner: false }],
    ['any', { ownerId: null, hasOwner: true }],
    ['0b2c3d4e-0000-4000-8000-000000000001', { ownerId: '0b2c3d4e-0000-4000-8000-000000000001', hasOwner: null }],
    ['me', { ownerId: null, hasOwner: null }],
  ])('finds the leads of the owner %s', (owner, expected) =>
    expect(toApiFilter(parseLeadQuery(new URLSearchParams({ owner })).filter)).toMatchObject(expected),
  );

  it('is converted into the filter of the API', () => {
    const { filter } = parseLeadQuery(new URLSearchParams('source=qr&from=2026-01-01&replied=no&optedOut=yes&tag=VIP'));
    expect(toApiFilter(filter)).toEqual({
      campaignId: null,
      status: null,
      search: null,
      source: 'qr',
      utmCampaign: null,
      receivedFrom: '2026-01-01',
      receivedTo: null,
      hasReplied: false,
      optedOut: true,
      held: null,
      tag: 'VIP',
      ownerId: null,
      hasOwner: null,
    });
  });
});
