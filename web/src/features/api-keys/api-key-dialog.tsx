import { useMutation } from '@apollo/client/react';
import { Fieldset, HStack, Input, Stack, Text } from '@chakra-ui/react';
import {
  type ApiKeyNoun,
  apiKeyNouns,
  type ApiKeyScope,
  isReadOnlyNoun,
  MAX_API_KEY_NAME_LENGTH,
} from '@dripline/contract/api-keys';
import { useForm, useWatch } from 'react-hook-form';
import { errorMessageOf, fieldErrorsOf } from '../../shared/api-error';
import { CreateApiKeyDocument } from '../../shared/graphql/generated';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { showFieldErrors } from '../../ui/form/form-errors';
import { FormField } from '../../ui/form/form-field';
import { Select } from '../../ui/form/select';
import { apiKeyMessages, apiKeyToasts } from '../../messages/api-keys';

interface ApiKeyDialogProps {
  clientId: string | null;
  /** Called with the token of the new key. */
  onCreated: (token: string) => void;
  onClose: () => void;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const accessOptions = [
  { value: 'read_all', label: apiKeyMessages.readAll },
  { value: 'write_all', label: apiKeyMessages.writeAll },
  { value: 'nouns', label: apiKeyMessages.byNoun },
] as const;
const expiryOptions = [
  ...[30, 90, 365].map((days) => ({ value: String(days), label: apiKeyMessages.inDays(days) })),
  { value: '', label: apiKeyMessages.noExpiry },
];

type NounAccess = '' | 'read' | 'write';
const noNouns = Object.fromEntries(apiKeyNouns.map((noun) => [noun, ''])) as Record<ApiKeyNoun, NounAccess>;
const blank = {
  name: '',
  access: 'read_all' as (typeof accessOptions)[number]['value'],
  nouns: noNouns,
  expiry: '90',
};

/** Creates an API key. */
export function ApiKeyDialog({ clientId, onCreated, onClose }: ApiKeyDialogProps) {
  const { register, handleSubmit, setError, clearErrors, control, formState } = useForm({ defaultValues: blank });
  const { errors } = formState;
  const [access, expiry] = useWatch({ control, name: ['access', 'expiry'] });
  const [create, { loading }] = useMutation(CreateApiKeyDocument, {
    // The token must not stay in the cache after the dialog closes.
    fetchPolicy: 'no-cache',
    onCompleted: ({ createApiKey }) => onCreated(createApiKey.token),
    onError: (error) => {
      const fields = fieldErrorsOf(error);
      showFieldErrors(fields, setError);
      showToast(apiKeyToasts.createFailed(Object.keys(fields).length > 0 ? undefined : errorMessageOf(error)));
    },
  });
  const submit = handleSubmit((values) => {
    const scopes = scopesOf(values);
    if (scopes.length === 0) return setError('access', { message: apiKeyMessages.areasMissing });
    const expiresAt = inDays(Number(values.expiry));
    return void create({ variables: { clientId, input: { name: values.name.trim(), scopes, expiresAt } } });
  });
  return (
    <FormDialog
      title={apiKeyMessages.create}
      submitLabel={apiKeyMessages.create}
      busy={loading}
      isUnsaved={formState.isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack gap="5">
        <FormField label={apiKeyMessages.name} hint={apiKeyMessages.nameHint} error={errors.name?.message} required>
          <Input
            autoComplete="off"
            maxLength={MAX_API_KEY_NAME_LENGTH}
            {...register('name', { validate: (name) => name.trim() !== '' || apiKeyMessages.nameMissing })}
          />
        </FormField>
        <FormField label={apiKeyMessages.access} error={errors.access?.message}>
          <Select options={accessOptions} {...register('access')} />
        </FormField>
        {access === 'nouns' && (
          <Fieldset.Root>
            <Fieldset.Legend textStyle="sm" fontWeight="medium" color="fg">
              {apiKeyMessages.areas}
            </Fieldset.Legend>
            <Stack gap="2">
              {apiKeyNouns.map((noun) => (
                <HStack as="label" key={noun} justify="space-between" gap="4">
                  <Text as="span">{apiKeyMessages.nouns[noun]}</Text>
                  <Select
                    size="sm"
                    width="11rem"
                    options={nounOptions(noun, clientId)}
                    {...register(`nouns.${noun}`, { onChange: () => clearErrors('access') })}
                  />
                </HStack>
              ))}
            </Stack>
          </Fieldset.Root>
        )}
        <FormField label={apiKeyMessages.expiry} hint={expiry === '' ? apiKeyMessages.noExpiryHint : undefined}>
          <Select options={expiryOptions} {...register('expiry')} />
        </FormField>
      </Stack>
    </FormDialog>
  );
}

/** Returns the time in this many days, or null with 0. */
const inDays = (days: number) => (days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString());

/** Only the agency changes clients. */
const nounOptions = (noun: ApiKeyNoun, clientId: string | null) => [
  { value: '', label: apiKeyMessages.none },
  { value: 'read', label: apiKeyMessages.read },
  ...(isReadOnlyNoun(noun) || (clientId !== null && noun === 'clients')
    ? []
    : [{ value: 'write', label: apiKeyMessages.write }]),
];

function scopesOf({ access, nouns }: typeof blank): ApiKeyScope[] {
  if (access !== 'nouns') return [access];
  return apiKeyNouns.flatMap((noun) => (nouns[noun] === '' ? [] : [`${nouns[noun]}_${noun}` as ApiKeyScope]));
}
