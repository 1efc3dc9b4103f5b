import { chakra } from '@chakra-ui/react';
import type { ChangeEvent } from 'react';

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  /** Whether some, but not all, of what it stands for is selected. */
  isMixed?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  hideBelow?: 'md';
}

/** A checkbox before a row's name. The browser's own, because a page has many. */
export const RowCheckbox = ({ label, isChecked, isMixed = false, ...input }: RowCheckboxProps) => (
  <chakra.label css={targetStyle} hideBelow={input.hideBelow}>
    <input
      ref={(element) => {
        if (element) element.indeterminate = isMixed;
      }}
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      onChange={input.onChange}
    />
  </chakra.label>
);

/** The target is larger than the box. */
const targetStyle = {
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: '0',
  boxSize: '8',
  marginStart: '-2',
  cursor: 'pointer',
  userSelect: 'none',
  verticalAlign: 'middle',
  '@media (pointer: coarse)': { boxSize: '11' },
  '& input': { boxSize: '4', accentColor: '{colors.brand.solid}', cursor: 'pointer' },
} as const;
