import { RadioCard, SimpleGrid } from '@chakra-ui/react';
import { Controller } from 'react-hook-form';
import { BRAND_COLOR } from '@dripline/contract/limits';
import { brandColors, contrastOf } from '@dripline/contract/colors/brand-colors';
import { builderMessages } from '../../../messages/campaign-builder';
import type { CampaignLayout } from '../../../shared/graphql/generated';
import { ColorField } from '../../../ui/form/color-field';
import { useBuilderForm } from '../use-builder-form';

/** The layouts, each with the rectangles of its drawing: the offer, the form, and what is colored. */
const layouts: { value: CampaignLayout; label: string; accent: string; card: string; lines: string }[] = [
  {
    value: 'split',
    label: builderMessages.layouts.split,
    accent: '',
    card: 'M40 8h26v34h-26z',
    lines: 'M6 14h26M6 20h20',
  },
  {
    value: 'centered',
    label: builderMessages.layouts.centered,
    accent: 'M0 0h72v24h-72z',
    card: 'M22 18h28v26h-28z',
    lines: 'M20 7h32M26 13h20',
  },
  {
    value: 'picture',
    label: builderMessages.layouts.picture,
    accent: 'M0 0h72v48h-72z',
    card: 'M42 8h24v32h-24z',
    lines: 'M6 34h26M6 40h18',
  },
];

interface DesignFieldsProps {
  /** The color of a client with white label, which its pages have instead of the default. */
  clientColor: string | undefined;
}

/** Chooses the landing page's layout and brand color. */
export function DesignFields({ clientColor }: DesignFieldsProps) {
  const { control } = useBuilderForm();
  return (
    <>
      <Controller
        control={control}
        name="layout"
        render={({ field }) => (
          <RadioCard.Root
            size="sm"
            value={field.value}
            onValueChange={({ value }) => field.onChange(value)}
            aria-label={builderMessages.layout}
          >
            <SimpleGrid columns={3} gap="2">
              {layouts.map(({ value, label, ...drawing }) => (
                <RadioCard.Item key={value} value={value}>
                  <RadioCard.ItemHiddenInput />
                  <RadioCard.ItemControl flexDirection="column" alignItems="center" gap="2" padding="2">
                    <LayoutDrawing {...drawing} />
                    <RadioCard.ItemText textStyle="sm">{label}</RadioCard.ItemText>
                  </RadioCard.ItemControl>
                </RadioCard.Item>
              ))}
            </SimpleGrid>
          </RadioCard.Root>
        )}
      />
      <ColorField
        name="brandColor"
        label={builderMessages.brandColor}
        pickerLabel={builderMessages.brandColorPicker}
        meaning={clientColor === undefined ? undefined : { from: BRAND_COLOR, color: clientColor }}
        describe={describeColor}
      />
    </>
  );
}

/** Says what happens to the button's text and color, with the contrast. */
function describeColor(color: string): string {
  const { accent, onAccent } = brandColors(color);
  const contrast = contrastOf(accent, onAccent).toFixed(1);
  if (onAccent !== '#ffffff') return builderMessages.brandColorHint.darkText(contrast);
  const isKept = accent === color.toLowerCase();
  return isKept ? builderMessages.brandColorHint.kept(contrast) : builderMessages.brandColorHint.darkened(contrast);
}

function LayoutDrawing({ accent, card, lines }: Pick<(typeof layouts)[number], 'accent' | 'card' | 'lines'>) {
  return (
    <svg viewBox="0 0 72 48" width="72" height="48" aria-hidden="true">
      <rect width="72" height="48" rx="4" fill="var(--chakra-colors-bg-emphasized)" />
      <path d={accent} fill="var(--chakra-colors-fg-subtle)" />
      <path
        d={lines}
        stroke={accent ? 'var(--chakra-colors-bg-panel)' : 'var(--chakra-colors-fg-muted)'}
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d={card} fill="var(--chakra-colors-bg-panel)" stroke="var(--chakra-colors-border-emphasized)" />
    </svg>
  );
}
