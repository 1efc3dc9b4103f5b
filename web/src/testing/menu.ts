import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Opens a menu by its button, and returns it when it takes keys. */
export async function openMenu(user: UserEvent, button: HTMLElement): Promise<HTMLElement> {
  await user.click(button);
  const menu = await screen.findByRole('menu');
  await waitFor(() => expect(document.activeElement).toBe(menu));
  return menu;
}

/** Chooses an entry of the open menu with the arrow keys and Enter, as somebody does who watches the menu. */
export async function chooseByKeys(user: UserEvent, menu: HTMLElement, entry: string): Promise<void> {
  const entries = within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
  const highlighted = () => document.getElementById(menu.getAttribute('aria-activedescendant') ?? '')?.textContent;
  for (const next of entries.slice(0, entries.indexOf(entry) + 1)) {
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(highlighted()).toBe(next));
  }
  await user.keyboard('{Enter}');
}
