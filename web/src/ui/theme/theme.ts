import { PRODUCT_SHADES, SHADES } from '@dripline/contract/colors/shades';
import { createSystem, defaultBaseConfig, defineConfig, defineRecipe, defineSlotRecipe } from '@chakra-ui/react';
import { chakraBaseConfig } from './chakra-recipes';

const font = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

const scale = (values: readonly string[]) =>
  Object.fromEntries(SHADES.map((shade, index) => [shade, { value: values[index]! }]));

const lightDark = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

const touchScreen = '@media (pointer: coarse)';

// In dark mode toasts are lighter than the cards below them, because shadows are hardly visible there.
const toastSurface = { base: 'bg.panel', _dark: 'bg.muted' };

const kindStyles = (status: string) => ({ bg: toastSurface, color: 'fg', '--toast-hue': `colors.fg.${status}` });

const toast = defineSlotRecipe({
  slots: ['root', 'title', 'description', 'indicator', 'closeTrigger'],
  base: {
    root: {
      bg: toastSurface,
      color: 'fg',
      boxShadow: 'float',
      borderRadius: 'l3',
      transition: 'translate 180ms, scale 180ms, opacity 180ms, height 180ms',
      _closed: { transition: 'translate 150ms, opacity 150ms' },
      '--toast-hue': 'colors.fg.info',
      '&[data-type=success]': kindStyles('success'),
      '&[data-type=warning]': kindStyles('warning'),
      '&[data-type=error]': kindStyles('error'),
    },
    title: { fontWeight: 'semibold' },
    description: { opacity: '1', color: 'fg.muted' },
    indicator: { color: 'var(--toast-hue)' },
    closeTrigger: { color: 'fg.muted', padding: '2' },
  },
});

// A contrast of 3:1 with the surface, so that controls are recognizable. Card borders may be fainter.
const control = { borderColor: 'border.control' };

const config = defineConfig({
  globalCss: {
    // Like Chakra's, without what its filters need.
    '*': {
      fontFeatureSettings: '"cv11"',
      '--ring-inset': 'var(--chakra-empty, )',
      '--ring-offset-width': '0px',
      '--ring-offset-color': '#fff',
      '--ring-offset-shadow': '0 0 #0000',
      '--ring-shadow': '0 0 #0000',
      '--global-font-mono': 'fonts.mono',
      '--global-font-body': 'fonts.body',
      '--global-color-border': 'colors.border',
    },
    '*::placeholder': { color: 'fg.muted/80' },
    // Where a rule for selected text applies to the root, Chromium restyles every element with the root.
    'body *::selection': { bg: 'colorPalette.emphasized/80' },
    html: { colorPalette: 'brand', bg: 'bg.canvas', color: 'fg', lineHeight: '1.5' },
    // Each modal dialog changes this property of the root and the pointer events of the body. Inherited, they would
    // restyle every element. The positioner of the dialog covers the page.
    '@property --scrollbar-width': { syntax: '"*"', inherits: 'false' } as object,
    'body > *': { pointerEvents: 'auto' },
    '[data-scope=toast][data-part=group]': { '--drawer-footer': '0px' },
    'body:has(.chakra-drawer__footer) [data-scope=toast][data-part=group]': { '--drawer-footer': '68px' },
    body: {
      bg: 'bg.canvas',
      color: 'fg',
      fontFamily: 'body',
      minHeight: '100dvh',
      fontFeatureSettings: '"cv11", "ss03"',
    },
    '*:focus-visible': { outlineColor: 'brand.focusRing' },
    '.tabular': { fontVariantNumeric: 'tabular-nums' },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '1ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '1ms !important',
      },
    },
  },
  theme: {
    tokens: {
      fonts: { body: { value: font }, heading: { value: font } },
      fontWeights: { medium: { value: '500' }, semibold: { value: '600' }, bold: { value: '600' } },
      durations: {
        moderate: { value: '150ms' },
        slow: { value: '180ms' },
        slower: { value: '200ms' },
        slowest: { value: '200ms' },
      },
      colors: {
        brand: scale(PRODUCT_SHADES),
        gray: scale([
          '#f7f9f9',
          '#f0f3f3',
          '#e3e8e9',
          '#cfd6d8',
          '#9aa5a8',
          '#677377',
          '#4f5a5e',
          '#3a4447',
          '#262e31',
          '#181e20',
          '#0f1415',
        ]),
      },
    },
    semanticTokens: {
      radii: { l1: { value: '{radii.sm}' }, l2: { value: '{radii.md}' }, l3: { value: '{radii.xl}' } },
      colors: {
        bg: {
          DEFAULT: lightDark('{colors.white}', '{colors.gray.950}'),
          canvas: lightDark('{colors.gray.50}', '{colors.gray.950}'),
          panel: lightDark('{colors.white}', '#151b1d'),
          subtle: lightDark('{colors.gray.50}', '#192022'),
          muted: lightDark('{colors.gray.100}', '#20282b'),
          emphasized: lightDark('{colors.gray.200}', '{colors.gray.700}'),
        },
        fg: {
          DEFAULT: lightDark('{colors.gray.900}', '{colors.gray.100}'),
          muted: lightDark('{colors.gray.600}', '#a9b4b7'),
          subtle: lightDark('{colors.gray.500}', '#919da0'),
          warning: lightDark('#b45309', '#fbbf6b'),
          error: lightDark('#b42318', '#f98f86'),
        },
        border: {
          DEFAULT: lightDark('{colors.gray.200}', '#2a3336'),
          muted: lightDark('{colors.gray.100}', '#20282b'),
          emphasized: lightDark('{colors.gray.300}', '#3a4548'),
          control: lightDark('#849195', '#647276'),
          error: lightDark('#d0392b', '#f98f86'),
        },
        brand: {
          solid: lightDark('{colors.brand.600}', '{colors.brand.400}'),
          contrast: lightDark('{colors.white}', '{colors.brand.950}'),
          fg: lightDark('{colors.brand.700}', '{colors.brand.300}'),
          muted: lightDark('{colors.brand.100}', '{colors.brand.900}'),
          subtle: lightDark('{colors.brand.50}', '{colors.brand.950}'),
          emphasized: lightDark('{colors.brand.200}', '{colors.brand.800}'),
          border: lightDark('{colors.brand.500}', '{colors.brand.500}'),
          focusRing: lightDark('{colors.brand.500}', '{colors.brand.400}'),
        },
        chart: {
          views: lightDark('#849195', '#7d8b8f'),
          scans: lightDark('#b45309', '#fbbf6b'),
          leads: lightDark('{colors.brand.600}', '{colors.brand.300}'),
        },
      },
      shadows: {
        card: lightDark('0 1px 2px rgb(15 20 21 / 0.05)', 'none'),
        float: lightDark(
          '0 8px 28px -6px rgb(15 20 21 / 0.18), 0 0 0 1px rgb(15 20 21 / 0.04)',
          '0 12px 32px rgb(0 0 0 / 0.5), 0 0 0 1px rgb(255 255 255 / 0.06)',
        ),
      },
    },
    slotRecipes: {
      toast,
      // Chakra merges slots by position, so an empty list keeps the base recipe's slots.
      nativeSelect: {
        slots: [],
        base: { field: { [touchScreen]: { minHeight: '11' } } },
        variants: { variant: { outline: { field: control } } },
      },
      checkbox: { slots: [], variants: { variant: { solid: { control } } } },
      radioGroup: { slots: [], variants: { variant: { solid: { itemControl: control } } } },
      switch: { slots: [], variants: { variant: { solid: { control: { bg: 'border.control' } } } } },
    },
    recipes: {
      heading: defineRecipe({ base: { letterSpacing: '-0.012em' } }),
      button: defineRecipe({ base: { fontWeight: 'medium', [touchScreen]: { minHeight: '11', minWidth: '11' } } }),
      input: defineRecipe({
        base: { [touchScreen]: { minHeight: '11' } },
        variants: { variant: { outline: control } },
      }),
      textarea: defineRecipe({ variants: { variant: { outline: control } } }),
    },
  },
});

/**
 * The theme of the admin and client screens: neutral gray, one brand color, and status colors that are used only for
 * statuses.
 */
export const themeSystem = createSystem(defaultBaseConfig, chakraBaseConfig, config);
