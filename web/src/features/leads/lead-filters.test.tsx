/** @jest-environment jsdom */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { campaignsAnswer } from '../../testing/fixtures';
import { renderScreen } from '../../testing/render';
import { LeadFilters } from './lead-filters';
import { parseLeadQuery } from './lead-query';

const onChange = jest.fn();

/** The filters at an address that the test changes, because the address follows the typing later. */
function Filters() {
  const [search, setSearch] = useState('');
  const { filter } = parseLeadQuery(new URLSearchParams({ search }));
  return (
    <>
      <LeadFilters
        clientId="client-1"
        filter={filter}
        onChange={onChange}
        onClear={() => {}}
        searchRef={null}
        children={() => null}
      />
      {['an', 'ann', ''].map((text) => (
        <button key={text} onClick={() => setSearch(text)} children={`Address ${text}`} />
      ))}
    </>
  );
}

test('the search keeps the letters that were typed while the address changed, and follows Back', async () => {
  renderScreen(<Filters />, { CampaignNames: campaignsAnswer });
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search leads' });
  fireEvent.change(field, { target: { value: 'an' } });
  await waitFor(() => expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ search: 'an' })));
  fireEvent.change(field, { target: { value: 'ann' } });
  fireEvent.click(screen.getByText('Address an'));
  expect(field.value).toBe('ann');
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ search: 'ann' })));
  fireEvent.click(screen.getByText('Address ann'));
  fireEvent.click(screen.getByText('Address'));
  expect(field.value).toBe('');
});
