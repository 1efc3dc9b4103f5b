import { chakra, Checkmark } from '@chakra-ui/react';
import type { ChangeEvent } from 'react';

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  /** Whether some, but not all, of what it stands for is selected. */
  isMixed?: boolean;
  isDisabled?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  hideBelow?: 'md';
}

/** A checkbox before a row's name: the browser's own with another look, because a page has many. */
export const RowCheckbox = ({
  label,
  isChecked,
  isMixed = false,
  isDisabled = false,
  onChange,
  hideBelow,
}: RowCheckboxProps) => (
  <chakra.label css={targetStyle} hideBelow={hideBelow}>
    <input
      ref={(element) => {
        if (element) element.indeterminate = isMixed;
      }}
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      disabled={isDisabled}
      onChange={onChange}
    />
    <Checkmark size="sm" checked={isChecked} indeterminate={isMixed} aria-hidden="true" />
  </chakra.label>
);

/** The target is larger than the box, which is in line with the text below it on cards. */
const targetStyle = {
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: '0',
  boxSize: '8',
  marginStart: '-2',
  cursor: 'pointer',
  userSelect: 'none',
  verticalAlign: 'middle',
  '@media (pointer: coarse)': { boxSize: '11', marginStart: '-3.5', marginEnd: '-1.5', marginY: '-2' },
  '& input': { position: 'absolute', inset: '0', boxSize: 'full', opacity: '0', cursor: 'pointer' },
  '& [data-state=unchecked]': { borderColor: 'border.control' },
  '& input:focus-visible + *': {
    outline: '2px solid {colors.brand.focusRing}',
    outlineOffset: '2px',
  },
} as const;
