import { Input, SimpleGrid } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { sharedMessages } from '../../../messages/shared';

interface ContactValues {
  businessName: string;
  contactEmail: string;
  notificationPhone: string;
}

/** The client's name, email and phone fields. */
export function ContactFields() {
  const { register, formState } = useFormContext<ContactValues>();
  const { errors } = formState;
  return (
    <>
      <FormField label={sharedMessages.businessName} required error={errors.businessName?.message}>
        <Input {...register('businessName')} dir="auto" autoComplete="organization" />
      </FormField>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={sharedMessages.contactEmail} required error={errors.contactEmail?.message}>
          <Input {...register('contactEmail')} type="email" autoComplete="off" />
        </FormField>
        <FormField
          label={sharedMessages.notificationPhone}
          required
          error={errors.notificationPhone?.message}
          hint="Receives a text message for each new lead."
        >
          <Input {...register('notificationPhone')} type="tel" autoComplete="off" />
        </FormField>
      </SimpleGrid>
    </>
  );
}
