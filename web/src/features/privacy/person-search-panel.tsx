import { useApolloClient } from '@apollo/client/react';
import { Box, Heading, Input, Stack, Text } from '@chakra-ui/react';
import { PersonDocument } from '../../shared/graphql/generated';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrorsOf, errorMessageOf } from '../../shared/api-error';
import { BusyButton } from '../../ui/button/busy-button';
import { FormField } from '../../ui/form/form-field';
import { Card } from '../../ui/layout/card';
import { showToast } from '../../ui/feedback/toaster';
import { privacyMessages } from '../../messages/privacy';
import { privacyToasts } from '../../messages/privacy-toasts';
import { storedDataOf, type PersonSearchResult } from './person-search-result';
import { PersonData } from './person-data';

const headings = {
  records: privacyMessages.dataStored,
  optOut: privacyMessages.optOutOnly,
  nothing: privacyMessages.noData,
};

/** Searches for a person's data by phone or email. */
export function PersonSearchPanel({ clientId, timeZone }: { clientId: string; timeZone: string }) {
  const apollo = useApolloClient();
  const [found, setFound] = useState<PersonSearchResult | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { who: '' } });
  const find = async (who: string) => {
    const searchBy = who.includes('@') ? { email: who } : { phone: who };
    try {
      // Not cached, because nothing else shows it and it may be erased.
      const { data } = await apollo.query({
        query: PersonDocument,
        variables: { clientId, ...searchBy },
        fetchPolicy: 'no-cache',
      });
      setFound({ query: who, searchBy, person: data!.person });
    } catch (error) {
      const [fieldError] = Object.values(fieldErrorsOf(error));
      if (fieldError) setError('who', { message: fieldError }, { shouldFocus: true });
      else showToast(privacyToasts.personSearchFailed(errorMessageOf(error)));
    }
  };
  return (
    <Card as="section" aria-labelledby="person" padding="5" minWidth="0">
      <Heading as="h3" id="person" size="md">
        {privacyMessages.personTitle}
      </Heading>
      <Text textStyle="sm" color="fg.muted" marginBottom="4">
        {privacyMessages.personHint}
      </Text>
      <form noValidate onSubmit={(event) => void handleSubmit(({ who }) => find(who.trim()))(event)}>
        <Stack gap="3" align="start">
          <FormField label={privacyMessages.query} error={formState.errors.who?.message}>
            <Input
              {...register('who', { validate: (who) => who.trim() !== '' || privacyMessages.queryMissing })}
              autoComplete="off"
              maxLength={320}
            />
          </FormField>
          <BusyButton
            type="submit"
            size="sm"
            variant="outline"
            loading={formState.isSubmitting}
            loadingText={privacyMessages.find}
          >
            <Search aria-hidden="true" /> {privacyMessages.find}
          </BusyButton>
        </Stack>
      </form>
      {/* Always rendered, so that screen readers announce the result. */}
      <Box
        role="status"
        fontWeight="medium"
        overflowWrap="anywhere"
        {...(found && { borderTopWidth: '1px', marginTop: '5', paddingTop: '5' })}
      >
        {found && headings[storedDataOf(found)](found.query)}
      </Box>
      {found && <PersonData clientId={clientId} timeZone={timeZone} found={found} onErased={() => find(found.query)} />}
    </Card>
  );
}
