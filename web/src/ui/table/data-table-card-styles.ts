import type { SystemStyleObject } from '@chakra-ui/react';

const surface = { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', borderRadius: 'l3', shadow: 'card' };

/** Styles that show a table as one surface from tablets up, and each row as a card of labelled lines on phones. */
export const tableStyles: SystemStyleObject = {
  '& table, & tr, & td': { bg: 'transparent' },
  whiteSpace: 'normal',
  '& td': { verticalAlign: 'middle' },
  '& th': {
    color: 'fg.muted',
    textStyle: 'xs',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    height: '9',
    paddingY: '0',
  },
  '& :is(td, th)[data-number]': { fontVariantNumeric: 'tabular-nums' },
  '& td[data-actions] :is(a, button)': { color: 'fg.subtle' },
  '& tbody tr:is([aria-current], [data-selected])': { bg: 'brand.subtle' },
  // What gets the focus by the keyboard is not covered by the sticky header, nor by what sticks to the bottom.
  '& td :is(a, button, input)': { scrollMarginTop: '16', scrollMarginBottom: '24' },
  '& tr:is(:hover, :focus-within) td[data-actions] :is(a, button)': { color: 'fg' },
  md: {
    ...surface,
    maxHeight: '70dvh',
    '& td': { height: '3.25rem', paddingY: '1' },
    '& :is(td, th)': { paddingX: { md: '2', xl: '3' } },
    '& th': { position: 'sticky', top: '0', zIndex: '1', bg: 'bg.panel', boxShadow: 'inset 0 -1px 0 {colors.border}' },
    '& tbody tr:last-of-type td': { borderBottomWidth: '0' },
    '& tbody tr:hover:not([aria-current], [data-selected])': { bg: 'bg.subtle' },
  },
  // The page scrolls instead of the table, and the sticky header stays visible.
  lg: {
    overflow: 'visible',
    maxHeight: 'none',
    '& th:first-of-type': { borderTopLeftRadius: 'l3' },
    '& th:last-of-type': { borderTopRightRadius: 'l3' },
    '& tbody tr:last-of-type td:first-of-type': { borderBottomLeftRadius: 'l3' },
    '& tbody tr:last-of-type td:last-of-type': { borderBottomRightRadius: 'l3' },
  },
  mdDown: {
    overflow: 'visible',
    '& table, & tbody': { display: 'block' },
    '& thead': { srOnly: true },
    '& tr': { ...surface, display: 'block', paddingX: '4', paddingY: '3', marginBottom: '3' },
    '& td': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '4',
      padding: '0',
      paddingY: '1.5',
      borderWidth: '0',
      textAlign: 'end',
    },
    '& td::before': { content: 'attr(data-label)', color: 'fg.muted', textStyle: 'xs', flexShrink: '0' },
    '& td[data-primary]': { textAlign: 'start', justifyContent: 'start', paddingBottom: '2.5' },
    '& td[data-primary]::before': { display: 'none' },
    '& td[data-actions]': { borderTopWidth: '1px', marginTop: '2', paddingTop: '2' },
    '& td > *': { minWidth: '0' },
  },
};
