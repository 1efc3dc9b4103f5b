/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import { createRef, useState } from 'react';
import { lead } from '../../testing/fixtures';
import { renderScreen } from '../../testing/render';
import { type LeadFilter, noFilters } from './lead-query';
import { LeadsTable } from './leads-table';

const filter: LeadFilter = { ...noFilters, sort: 'createdAt', order: 'desc' };
const nothing = {};
const ignore = () => {};

it.each([
  ['with tags', ['Hot']],
  ['without tags', []],
])('rows %s do not render again while something opens beside them', async (_, tags) => {
  let reads = 0;
  const counted = {
    ...lead,
    tags,
    get email() {
      reads += 1;
      return 'jane@example.com';
    },
  };
  const leads = [counted];
  const ref = createRef<HTMLDivElement>();
  function Screen() {
    const [currentId, show] = useState<string>();
    return (
      <>
        <button onClick={() => show('another')}>Show</button>
        <LeadsTable
          ref={ref}
          leads={leads}
          isStale={false}
          filter={filter}
          timeZone="America/New_York"
          failed={false}
          onRetry={ignore}
          onFilter={() => {}}
          onClear={() => {}}
          currentId={currentId}
          onOpen={() => {}}
          selection={nothing}
          onSelection={ignore}
          visibility={nothing}
        />
      </>
    );
  }
  const { user } = renderScreen(<Screen />, {});
  const before = reads;
  expect(before).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(reads).toBe(before);
});
