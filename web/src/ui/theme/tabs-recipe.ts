import { defineSlotRecipe } from '@chakra-ui/react';

/** The tabs of the app's navigation. Replaces Chakra's recipe, whose six variants are not used. */
export const tabsRecipe = defineSlotRecipe({
  className: 'chakra-tabs',
  slots: ['root', 'list', 'trigger', 'content'],
  base: {
    list: { display: 'flex', flexDirection: { base: 'row', lg: 'column' }, gap: { lg: '0.5' } },
    trigger: {
      outline: '0',
      _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
    },
    content: { focusVisibleRing: 'inside' },
  },
});
