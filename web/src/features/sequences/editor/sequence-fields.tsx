import { Input, Link, SimpleGrid, Stack } from '@chakra-ui/react';
import { CampaignsDocument } from '../../../shared/graphql/generated';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '@dripline/contract/limits';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { useIsOwner } from '../../../shared/dashboard-access';
import { paths } from '../../../shared/paths';
import { useSessionRole } from '../../../shared/session-role';
import { FormField } from '../../../ui/form/form-field';
import { Select } from '../../../ui/form/select';
import { SwitchField } from '../../../ui/form/switch-field';
import { useWholeList } from '../../../shared/use-whole-list';
import { dashboardMessages } from '../../../messages/dashboard';
import { sharedMessages } from '../../../messages/shared';
import { type SequenceValues, triggerOptions } from '../sequence-values';

/** A sequence's name, description, campaign, trigger and stop rule. */
export function SequenceFields({ clientId }: { clientId: string }) {
  const role = useSessionRole();
  const { control, formState, register } = useFormContext<SequenceValues>();
  const campaignId = useWatch({ control, name: 'campaignId' });
  const { errors } = formState;
  const canBuild = useIsOwner();
  const { items: campaigns } = useWholeList(CampaignsDocument, { clientId }, ({ client }) => client.campaigns);
  const campaignOptions = campaigns?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <Stack gap="4">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={dashboardMessages.sequenceName} required error={errors.name?.message}>
          <Input {...register('name')} dir="auto" maxLength={MAX_NAME_LENGTH} placeholder="New lead welcome" />
        </FormField>
        <FormField label={dashboardMessages.description} error={errors.description?.message}>
          <Input
            {...register('description')}
            dir="auto"
            maxLength={MAX_TEXT_LENGTH}
            placeholder="What this sequence is for"
          />
        </FormField>
        <FormField
          label={sharedMessages.campaign}
          required
          error={errors.campaignId?.message}
          hint={
            campaigns?.length === 0 && (
              <>
                Create a campaign first. A sequence sends messages to its leads.{' '}
                {canBuild && (
                  <Link asChild color="brand.fg" textDecoration="underline">
                    <RouterLink to={paths.campaignBuilder[role].href(clientId, 'new')}>New campaign</RouterLink>
                  </Link>
                )}
              </>
            )
          }
        >
          <Select
            options={[{ value: '', label: 'Select a campaign' }, ...campaignOptions]}
            {...register('campaignId')}
            // Controlled, because the options load after the form has set its value.
            value={campaignId}
          />
        </FormField>
        <FormField label={dashboardMessages.triggerEvent} error={errors.triggerEvent?.message}>
          <Select options={triggerOptions} {...register('triggerEvent')} />
        </FormField>
      </SimpleGrid>
      <Controller
        control={control}
        name="stopOnReply"
        render={({ field }) => (
          <SwitchField
            label={dashboardMessages.stopOnReply}
            hint="Remaining messages are not sent after the lead replies."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </Stack>
  );
}
