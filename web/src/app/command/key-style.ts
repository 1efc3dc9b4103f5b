/** The style of a key of the keyboard. */
export const keyStyle = {
  minWidth: '5',
  paddingX: '1.5',
  borderWidth: '1px',
  borderRadius: 'l1',
  fontFamily: 'inherit',
  textStyle: 'xs',
  textAlign: 'center',
  whiteSpace: 'nowrap',
  color: 'fg.muted',
} as const;
