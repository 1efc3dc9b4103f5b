import { Input } from '@chakra-ui/react';
import { MAX_NAME_LENGTH, MAX_SLUG_LENGTH } from '@dripline/contract/limits';
import { useWatch } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { builderMessages } from '../../../messages/campaign-builder';
import { sharedMessages } from '../../../messages/shared';
import { BuilderSection } from './builder-section';
import { LanguageFields } from './language-fields';
import { useBuilderForm } from '../use-builder-form';

interface Props {
  clientId: string;
  campaignId: string | undefined;
  landingBase: string;
}

/** The campaign's name, URL slug and language. */
export function CampaignSection({ landingBase, ...campaign }: Props) {
  const { register, control, setValue, formState } = useBuilderForm();
  const [name, slug] = useWatch({ control, name: ['name', 'slug'] });
  const normalizeSlug = (typed: string) => setValue('slug', deriveSlug(typed), { shouldDirty: true });
  return (
    <BuilderSection title={sharedMessages.campaign}>
      <FormField
        label={builderMessages.campaignName}
        required
        error={formState.errors.name?.message}
        hint="Only shown in the dashboard."
      >
        <Input {...register('name')} maxLength={MAX_NAME_LENGTH} autoComplete="off" />
      </FormField>
      <FormField
        label={builderMessages.urlSlug}
        error={formState.errors.slug?.message}
        hint={<LandingAddress base={landingBase} slug={deriveSlug(slug || name)} />}
      >
        <Input
          {...register('slug', {
            onBlur: (event: { target: HTMLInputElement }) => event.target.value && normalizeSlug(event.target.value),
          })}
          placeholder={deriveSlug(name) || 'Generated from the name'}
          maxLength={MAX_SLUG_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormField>
      <LanguageFields {...campaign} />
    </BuilderSection>
  );
}

// Chakra's reset keeps it from inheriting this.
const anywhere = { overflowWrap: 'anywhere' } as const;

function LandingAddress({ base, slug }: { base: string; slug: string }) {
  return (
    <>
      {base}
      <b style={anywhere}>{slug || '…'}</b>
    </>
  );
}

/**
 * Derives a URL slug from a name: lowercase, with each run of other characters than letters and digits replaced by a
 * hyphen.
 */
export function deriveSlug(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-/, '').slice(0, MAX_SLUG_LENGTH).replace(/-$/, '');
}
