import { useApolloClient } from '@apollo/client/react';
import { Box, Heading, Input, Stack, Text } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { EvidenceDocument, type NumberEvidenceFieldsFragment } from '../../shared/graphql/generated';
import { errorMessageOf, fieldErrorsOf } from '../../shared/api-error';
import { plural } from '../../shared/format';
import { evidenceMessages } from '../../messages/evidence';
import { BusyButton } from '../../ui/button/busy-button';
import { FormField } from '../../ui/form/form-field';
import { Card } from '../../ui/layout/card';
import { EvidenceList } from './evidence-list';
import { LegalHold } from './legal-hold';

/** Finds what proves that a number agreed, and everything that was sent to it. */
export function EvidencePanel() {
  const apollo = useApolloClient();
  const [found, setFound] = useState<NumberEvidenceFieldsFragment | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { phone: '' } });
  const find = async (phone: string) => {
    try {
      // Not cached, because nothing else shows it.
      const { data } = await apollo.query({ query: EvidenceDocument, variables: { phone }, fetchPolicy: 'no-cache' });
      setFound(data!.evidence);
    } catch (error) {
      const [message = errorMessageOf(error)] = Object.values(fieldErrorsOf(error));
      setError('phone', { message }, { shouldFocus: true });
    }
  };
  return (
    <Card as="section" aria-labelledby="evidence" padding="5" minWidth="0">
      <Heading as="h2" id="evidence" size="md">
        {evidenceMessages.title}
      </Heading>
      <Text textStyle="sm" color="fg.muted" marginBottom="4">
        {evidenceMessages.hint}
      </Text>
      <form noValidate onSubmit={(event) => void handleSubmit(({ phone }) => find(phone.trim()))(event)}>
        <Stack gap="3" align="start">
          <FormField label={evidenceMessages.number} error={formState.errors.phone?.message}>
            <Input
              {...register('phone', { validate: (phone) => phone.trim() !== '' || evidenceMessages.numberMissing })}
              type="tel"
              autoComplete="off"
              maxLength={50}
            />
          </FormField>
          <BusyButton type="submit" size="sm" variant="outline" loading={formState.isSubmitting}>
            <Search aria-hidden="true" /> {evidenceMessages.find}
          </BusyButton>
        </Stack>
      </form>
      {/* Always rendered, so that screen readers announce the result. */}
      <Box
        role="status"
        fontWeight="medium"
        {...(found && { borderTopWidth: '1px', marginTop: '5', paddingTop: '5', marginBottom: '3' })}
      >
        {found &&
          (found.entries.length > 0
            ? evidenceMessages.found(found.phone, plural(found.entries.length, 'entry', 'entries'))
            : evidenceMessages.none(found.phone))}
      </Box>
      {found && (
        <Stack gap="6">
          <EvidenceList found={found} />
          <LegalHold key={found.phone} found={found} onChanged={setFound} />
        </Stack>
      )}
    </Card>
  );
}
