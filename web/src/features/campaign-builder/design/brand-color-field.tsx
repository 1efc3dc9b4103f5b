import { HStack, Input } from '@chakra-ui/react';
import { brandColors, contrastOf, isBrandColor } from '@dripline/contract/rules/brand-colors';
import { useController } from 'react-hook-form';
import { builderMessages } from '../../../messages/campaign-builder';
import { FormField } from '../../../ui/form/form-field';
import { useBuilderForm } from '../use-builder-form';

/** The brand color, chosen or typed, and what is done to keep the page readable with it. */
export function BrandColorField() {
  const { control } = useBuilderForm();
  const { field, fieldState } = useController({ control, name: 'brandColor' });
  return (
    <FormField
      label={builderMessages.brandColor}
      error={fieldState.error?.message}
      hint={isBrandColor(field.value) ? describe(field.value) : undefined}
    >
      <HStack width="full">
        <Input
          type="color"
          id="brandColorPicker"
          aria-label={builderMessages.brandColorPicker}
          value={isBrandColor(field.value) ? field.value.toLowerCase() : '#000000'}
          onChange={field.onChange}
          width="14"
          padding="1"
          cursor="pointer"
        />
        <Input {...field} maxLength={7} autoComplete="off" spellCheck={false} fontFamily="mono" />
      </HStack>
    </FormField>
  );
}

/** Says what happens to the button's text and color, with the contrast. */
function describe(color: string): string {
  const { accent, onAccent } = brandColors(color);
  const contrast = contrastOf(accent, onAccent).toFixed(1);
  if (onAccent !== '#ffffff') return builderMessages.brandColorHint.darkText(contrast);
  const isKept = accent === color.toLowerCase();
  return isKept ? builderMessages.brandColorHint.kept(contrast) : builderMessages.brandColorHint.darkened(contrast);
}
