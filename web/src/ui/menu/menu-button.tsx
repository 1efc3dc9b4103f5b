import { Button, type ButtonProps } from '@chakra-ui/react';
import { lazy, Suspense, useId, useState } from 'react';

/** An entry of a menu. */
export interface MenuItem {
  value: string;
  label: string;
  /** Makes the entry a checkbox, which does not close the menu. */
  isChecked?: boolean;
  isDisabled?: boolean;
}

interface MenuButtonProps extends Omit<ButtonProps, 'onSelect'> {
  items: readonly MenuItem[];
  /** Called when an entry is chosen or its checkbox changes. */
  onSelect: (value: string) => void;
}

const load = () => import('./menu-list');
// Loaded when a menu opens, because the first screens have none.
const MenuList = lazy(async () => ({ default: (await load()).MenuList }));

/** A button that opens a menu. */
export function MenuButton({ items, onSelect, ...button }: MenuButtonProps) {
  const id = useId();
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <Button
        {...button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen === true}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen !== undefined && (
        <Suspense>
          <MenuList triggerId={id} isOpen={isOpen} onOpen={setOpen} items={items} onSelect={onSelect} />
        </Suspense>
      )}
    </>
  );
}
