import { defineSlotRecipe, type SlotRecipeConfig } from '@chakra-ui/react';

/** The parts of dialogs and drawers. */
export const dialogSlots = [
  'backdrop',
  'positioner',
  'content',
  'header',
  'title',
  'description',
  'body',
  'footer',
  'closeTrigger',
];
const layer = 'calc({zIndex.popover} + var(--layer-index, 0))';
const paddingX = { base: '5', md: '6' };

/** What dialogs and drawers share. On phones both are sheets at the bottom of the window. */
export const dialogBase = {
  backdrop: {
    position: 'fixed',
    inset: '0',
    bg: 'blackAlpha.500',
    zIndex: `calc(${layer} - 1)`,
    animationName: 'fade-in',
    animationDuration: 'slow',
  },
  positioner: {
    position: 'fixed',
    inset: '0',
    zIndex: layer,
    display: 'flex',
    justifyContent: 'center',
    alignItems: { base: 'flex-end', md: 'center' },
    overflow: 'hidden',
    overscrollBehaviorY: 'none',
  },
  content: {
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    width: '100%',
    maxHeight: '94dvh',
    outline: '0',
    borderTopRadius: 'l3',
    bg: 'bg.panel',
    boxShadow: 'lg',
    textStyle: 'sm',
    zIndex: layer,
    animationName: 'slide-from-bottom, fade-in',
    animationDuration: 'moderate',
  },
  // A long title leaves room for the close button, which has 44 px on touch screens.
  header: {
    display: 'flex',
    gap: '2',
    paddingInlineStart: paddingX,
    paddingInlineEnd: '14',
    paddingTop: '6',
    paddingBottom: '4',
  },
  title: { textStyle: 'lg', fontWeight: 'semibold', overflowWrap: 'anywhere', lineClamp: '2' },
  description: { color: 'fg.muted' },
  body: { flex: '1', overflow: 'auto', paddingX, paddingTop: '2', paddingBottom: '6' },
  footer: { display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: '3', paddingX, paddingY: '3' },
  closeTrigger: { position: 'absolute', top: '2', insetInlineEnd: '2' },
} satisfies SlotRecipeConfig['base'];

/** Dialogs, in the middle of the window from tablets up. Replaces Chakra's recipe, most of whose variants are not used. */
export const dialogRecipe = defineSlotRecipe({
  className: 'chakra-dialog',
  slots: dialogSlots,
  base: {
    ...dialogBase,
    content: {
      ...dialogBase.content,
      // Leaves space for toasts.
      md: {
        borderRadius: 'l3',
        marginInline: '4',
        marginTop: '10',
        marginBottom: '6.5rem',
        maxHeight: 'calc(100dvh - 9rem)',
        animationName: 'scale-in, fade-in',
      },
    },
  },
  variants: {
    size: {
      sm: { content: { maxWidth: { md: 'md' } } },
      md: { content: { maxWidth: { md: 'lg' } } },
      lg: { content: { maxWidth: { md: '2xl' } } },
      xl: { content: { maxWidth: { md: '4xl' } } },
      full: { content: { height: '100dvh', maxHeight: '100dvh', borderRadius: '0', margin: '0' } },
    },
  },
});
