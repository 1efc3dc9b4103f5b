import { Box, Input, Stack } from '@chakra-ui/react';
import { FAVICON_MAX_BYTES, LOGO_MAX_BYTES } from '@dripline/contract/limits';
import { contrastOf } from '@dripline/contract/colors/brand-colors';
import { brandShades } from '@dripline/contract/colors/brand-shades';
import { SHADES } from '@dripline/contract/colors/shades';
import { useFormContext, useWatch } from 'react-hook-form';
import { brandMessages } from '../../../messages/brand';
import { MediaField } from '../../../shared/media/media-field';
import { ColorField } from '../../../ui/form/color-field';
import { FormField } from '../../../ui/form/form-field';
import { TitledSection } from '../../../ui/layout/titled-section';
import type { ClientFormValues } from './client-form-values';

const images = [
  { name: 'brand.logoImageUrl', label: brandMessages.logo, hint: brandMessages.logoHint, maxBytes: LOGO_MAX_BYTES },
  {
    name: 'brand.faviconImageUrl',
    label: brandMessages.favicon,
    hint: brandMessages.faviconHint,
    maxBytes: FAVICON_MAX_BYTES,
  },
  {
    name: 'brand.socialImageUrl',
    label: brandMessages.social,
    hint: brandMessages.socialHint,
    maxBytes: LOGO_MAX_BYTES,
  },
];

/** The brand of a client with white label. */
export function BrandSection({
  onUploading,
}: {
  onUploading: (names: readonly string[], isUploading: boolean) => void;
}) {
  const { control, formState, register } = useFormContext<ClientFormValues>();
  const isOn = useWatch({ control, name: 'whiteLabelEnabled' });
  return (
    // Hidden rather than removed, so that an upload that is under way is waited for.
    <Box display={isOn ? undefined : 'none'}>
      <TitledSection title={brandMessages.brand}>
        <Stack gap="4">
          <FormField
            label={brandMessages.productName}
            hint={brandMessages.productNameHint}
            error={formState.errors.brand?.productName?.message}
          >
            <Input autoComplete="off" {...register('brand.productName')} />
          </FormField>
          <FormField
            label={brandMessages.domain}
            hint={brandMessages.domainHint}
            error={formState.errors.domain?.message}
          >
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputMode="url"
              placeholder="offers.example.com"
              {...register('domain')}
            />
          </FormField>
          <ColorField
            name="brand.color"
            label={brandMessages.color}
            pickerLabel={brandMessages.colorPicker}
            describe={(color) => brandMessages.colorHint(contrastOf(buttonColor(color), '#ffffff').toFixed(1))}
          />
          {images.map(({ name, label, hint, maxBytes }) => (
            <MediaField
              key={name}
              label={label}
              hint={hint}
              slots={[{ name, kind: 'image', label }]}
              maxBytes={maxBytes}
              onUploading={onUploading}
            />
          ))}
        </Stack>
      </TitledSection>
    </Box>
  );
}

/** The shade of buttons in light mode. */
const buttonColor = (color: string) => brandShades(color)[SHADES.indexOf(600)]!;
