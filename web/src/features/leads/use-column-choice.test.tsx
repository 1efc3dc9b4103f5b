/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '../../testing/render';
import { useColumnChoice } from './use-column-choice';

it('gives the same columns while the choice is the same, so that no row renders again', async () => {
  const given: object[] = [];
  function Columns() {
    const [, renderAgain] = useState({});
    const { visibility, toggle } = useColumnChoice();
    given.push(visibility);
    return (
      <>
        <button onClick={() => renderAgain({})}>Render</button>
        <button onClick={() => toggle('contact')}>Toggle</button>
      </>
    );
  }
  const { user } = renderScreen(<Columns />, {});
  await user.click(screen.getByRole('button', { name: 'Render' }));
  expect(given.at(-1)).toBe(given[0]);
  await user.click(screen.getByRole('button', { name: 'Toggle' }));
  expect(given.at(-1)).toEqual({ source: false, contact: false });
  const chosen = given.at(-1);
  await user.click(screen.getByRole('button', { name: 'Render' }));
  expect(given.at(-1)).toBe(chosen);
});
