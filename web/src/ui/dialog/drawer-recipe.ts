import { defineSlotRecipe } from '@chakra-ui/react';
import { dialogBase, dialogSlots } from '../theme/dialog-recipe';

/** Drawers, at the end of the window from tablets up. Not in the theme, which every screen loads. */
export const drawerRecipe = defineSlotRecipe({
  className: 'chakra-drawer',
  slots: dialogSlots,
  base: {
    ...dialogBase,
    positioner: { ...dialogBase.positioner, justifyContent: 'flex-end' },
    content: {
      ...dialogBase.content,
      md: {
        height: '100dvh',
        maxHeight: '100dvh',
        borderRadius: '0',
        borderInlineStartWidth: '1px',
        animationName: 'slide-from-right, fade-in',
        _rtl: { animationName: 'slide-from-left, fade-in' },
      },
    },
  },
});
