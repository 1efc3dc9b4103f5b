import { noFilters, parseLeadQuery } from '../lead-query';
import { fromSavedQuery, isShown, toSavedQuery, type ShownLeads } from './saved-view-query';

const shownBy = (address: string, hiddenColumns: string[] = []): ShownLeads => {
  const { filter, view } = parseLeadQuery(new URLSearchParams(address));
  return { filter, view, hiddenColumns };
};
type Saved = Parameters<typeof fromSavedQuery>[0];

describe('the query of a saved view', () => {
  it.each([
    '',
    'view=board&status=new&tag=VIP&sort=fullName&order=desc',
    'campaign=5f6c1f0e-9d0a-4a7e-8a55-0b8d3f2f7c11&search=ann&source=qr',
    'owner=none&tag=VIP',
    'owner=any',
    'owner=5f6c1f0e-9d0a-4a7e-8a55-0b8d3f2f7c11',
    'from=2026-01-01&to=2026-01-31&replied=yes&optedOut=no&held=yes',
  ])('opens what was saved: %s', (address) => {
    const shown = shownBy(address, ['status', 'contact']);
    const saved = toSavedQuery(shown) as Saved;
    expect(fromSavedQuery(saved)).toEqual({ ...shown, hiddenColumns: ['contact', 'status'] });
    expect(isShown(saved, shown)).toBe(true);
    expect(isShown(saved, shownBy(`${address}&search=bo`))).toBe(false);
    expect(isShown(saved, { ...shown, hiddenColumns: [] })).toBe(false);
  });

  it('has no filters where none was saved', () =>
    expect(fromSavedQuery(toSavedQuery(shownBy('')) as Saved).filter).toMatchObject(noFilters));
});
