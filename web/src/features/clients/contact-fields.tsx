import { Input, SimpleGrid } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../ui/form/form-field';
import { sharedWords } from '../../messages/shared';

interface ContactValues {
  businessName: string;
  contactEmail: string;
  notificationPhone: string;
}

const filled = (why: string) => ({ validate: (value: string) => value.trim() !== '' || why });
const email = { validate: (value: string) => /^[^\s@]+@[^\s@]+$/.test(value.trim()) || 'Enter a valid email address' };

/** Name, email and phone of a client. */
export function ContactFields() {
  const { register, formState } = useFormContext<ContactValues>();
  const { errors } = formState;
  return (
    <>
      <FormField label={sharedWords.businessName} required error={errors.businessName?.message}>
        <Input {...register('businessName', filled('Enter the name of the business'))} autoComplete="organization" />
      </FormField>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={sharedWords.contactEmail} required error={errors.contactEmail?.message}>
          <Input {...register('contactEmail', email)} type="email" autoComplete="off" />
        </FormField>
        <FormField
          label={sharedWords.notificationPhone}
          required
          error={errors.notificationPhone?.message}
          hint="New leads are texted here."
        >
          <Input {...register('notificationPhone', filled('Enter a phone number'))} type="tel" autoComplete="off" />
        </FormField>
      </SimpleGrid>
    </>
  );
}
