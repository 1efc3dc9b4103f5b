import { Input, SimpleGrid } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { MAX_MONTHLY_LIMIT } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { type Resolver, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { consoleMessages } from '../../messages/admin-console';
import { attentionMessages, attentionToasts } from '../../messages/agency/attention';
import { formatCount, plural } from '../../shared/format';
import type { AttentionClientFragment, UpdateClientsInput } from '../../shared/graphql/generated';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { FormField } from '../../ui/form/form-field';
import { useUpdateClients } from './use-update-clients';

interface RaiseLimitsDialogProps {
  /** The clients whose limits are set, at least one. */
  clients: readonly AttentionClientFragment[];
  onClose: () => void;
  /** Called before the dialog closes after saving. */
  onSaved?: () => void;
}

const limits = [
  { name: 'monthlyLeadLimit', used: 'leadsThisMonth', label: consoleMessages.monthlyLeadLimit, min: 0 },
  { name: 'monthlySMSLimit', used: 'smsThisMonth', label: consoleMessages.monthlySMSLimit, min: 0 },
  { name: 'monthlySegmentLimit', used: 'segmentsThisMonth', label: consoleMessages.monthlySegmentLimit, min: 0 },
  { name: 'monthlyCampaignLimit', used: 'campaignsThisMonth', label: consoleMessages.monthlyCampaignLimit, min: 1 },
] as const;
type LimitName = (typeof limits)[number]['name'];
type Values = Record<LimitName, string>;

/** Blank fields leave the limit as it is. */
const limitRule = (name: LimitName, min: number) =>
  z.string().check(({ value, issues }) => {
    if (value.trim() === '') return;
    const number = Number(value);
    const messages = validationMessages[name];
    const isAbove = number > MAX_MONTHLY_LIMIT;
    if (isAbove || !Number.isInteger(number) || number < min)
      issues.push({ code: 'custom', input: value, message: isAbove ? messages.max : messages.min });
  });
const schema = z.object(Object.fromEntries(limits.map(({ name, min }) => [name, limitRule(name, min)])));

/** Sets the monthly limits of one client, or of several. */
export function RaiseLimitsDialog({ clients, onClose, onSaved }: RaiseLimitsDialogProps) {
  const { update, isSaving } = useUpdateClients();
  const only = clients.length === 1 ? clients[0] : undefined;
  const initial = Object.fromEntries(limits.map(({ name }) => [name, only ? String(only[name]) : ''])) as Values;
  const { register, handleSubmit, control, formState } = useForm<Values>({
    defaultValues: initial,
    resolver: zodResolver(schema as never) as unknown as Resolver<Values>,
  });
  const submit = handleSubmit(async (values) => {
    const changed = limits.filter(({ name }) => values[name].trim() !== '' && values[name] !== initial[name]);
    const input = Object.fromEntries(changed.map(({ name }) => [name, Number(values[name])])) as UpdateClientsInput;
    if (changed.length === 0) return onClose();
    if (!(await update(clients, input, attentionToasts.limitsRaised(plural(clients.length, 'client'))))) return;
    onSaved?.();
    onClose();
  });
  const held = only?.stats.heldLeads ?? 0;
  const newLimit = Number(useWatch({ control, name: 'monthlyLeadLimit' }));
  const released = only ? Math.min(held, Math.max(0, newLimit - only.usage.leadsThisMonth)) : 0;
  return (
    <FormDialog
      size="md"
      title={attentionMessages.raiseLimits}
      description={only ? only.businessName : attentionMessages.raiseForSeveral(plural(clients.length, 'client'))}
      submitLabel={attentionMessages.save}
      busy={isSaving}
      isUnsaved={formState.isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        {limits.map(({ name, used, label, min }) => {
          const isHeld = name === 'monthlyLeadLimit' && held > 0;
          const usage = only && attentionMessages.used(formatCount(only.usage[used]));
          return (
            <FormField
              key={name}
              label={label}
              hint={isHeld ? `${usage}. ${heldHint(held, released)}` : usage}
              error={formState.errors[name]?.message}
            >
              <Input type="number" inputMode="numeric" min={min} max={MAX_MONTHLY_LIMIT} step={1} {...register(name)} />
            </FormField>
          );
        })}
      </SimpleGrid>
    </FormDialog>
  );
}

const heldHint = (held: number, released: number) =>
  released > 0
    ? attentionMessages.releases(plural(held, 'lead'), formatCount(released))
    : attentionMessages.held(plural(held, 'lead'));
