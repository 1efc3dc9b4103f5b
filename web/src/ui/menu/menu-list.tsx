import { Menu } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import type { MenuItem } from './menu-button';

interface MenuListProps {
  /** The ID of the button that opens the menu. */
  triggerId: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  items: readonly MenuItem[];
  onSelect: (value: string) => void;
}

/**
 * The entries of a menu, within the page’s landmark. It brings its own styles, because they are not a part of the first
 * load.
 */
export function MenuList({ triggerId, isOpen, onOpen, items, onSelect }: MenuListProps) {
  return (
    <Menu.Root
      recipe={menuSlotRecipe}
      open={isOpen}
      onOpenChange={({ open }) => {
        onOpen(open);
        if (!open) returnFocus(triggerId);
      }}
      // A dialog that opens before the menu has closed would close with it.
      onSelect={({ value }) => void requestAnimationFrame(() => onSelect(value))}
      ids={{ trigger: triggerId }}
      positioning={{ placement: 'bottom-end' }}
    >
      <Menu.Positioner>
        <Menu.Content aria-labelledby={triggerId} minWidth="11rem">
          {items.map(({ value, label, isChecked, isDisabled = false }) =>
            isChecked === undefined ? (
              <Menu.Item key={value} value={value} disabled={isDisabled} minHeight="9">
                {label}
              </Menu.Item>
            ) : (
              <Menu.CheckboxItem
                key={value}
                value={value}
                checked={isChecked}
                closeOnSelect={false}
                onCheckedChange={() => onSelect(value)}
                minHeight="9"
              >
                {label}
                <Menu.ItemIndicator />
              </Menu.CheckboxItem>
            ),
          )}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  );
}

/**
 * Moves the focus from a closed menu to its button. The menu takes it back if an entry is chosen within the frame in
 * which it was reached.
 */
function returnFocus(triggerId: string) {
  requestAnimationFrame(() => {
    if (document.activeElement?.closest('[role=menu]')) document.getElementById(triggerId)?.focus();
  });
}
