import type { SystemStyleObject } from '@chakra-ui/react';

const selected: SystemStyleObject = {
  color: 'fg',
  bg: { lg: 'bg.emphasized' },
  _before: {
    content: '""',
    position: 'absolute',
    bg: 'brand.solid',
    borderRadius: 'full',
    insetInlineStart: { base: '3', lg: '0' },
    insetInlineEnd: { base: '3', lg: 'auto' },
    top: { base: 'auto', lg: '2' },
    bottom: { base: '0', lg: '2' },
    width: { base: 'auto', lg: '2px' },
    height: { base: '2px', lg: 'auto' },
  },
};

/** A tab or a link of the navigation: a row of the sidebar from 1024 px, and an item of the strip below. */
export const navItemStyle: SystemStyleObject = {
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  flexShrink: '0',
  height: { base: '11', lg: '9' },
  minWidth: '0',
  paddingX: { base: '3', lg: '2.5' },
  borderRadius: { lg: 'l2' },
  textStyle: 'sm',
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  color: 'fg.muted',
  cursor: 'pointer',
  '@media (pointer: coarse)': { height: '11' },
  '& > svg': { boxSize: '4', flexShrink: '0', display: { base: 'none', lg: 'block' } },
  _hover: { color: 'fg', bg: { lg: 'bg.muted' }, textDecoration: 'none' },
  '&[aria-selected=true]': selected,
  lg: {
    '&[data-count]::after': {
      content: 'attr(data-count)',
      marginInlineStart: 'auto',
      textStyle: 'xs',
      fontWeight: 'normal',
      color: 'fg.muted',
      fontVariantNumeric: 'tabular-nums',
    },
  },
};
