import { useMutation, useQuery } from '@apollo/client/react';
import { Input, SimpleGrid, Skeleton } from '@chakra-ui/react';
import { currencies, RATE_PATTERN, rateMessage } from '@dripline/contract/currencies';
import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { statementMessages, statementToasts } from '../../../messages/agency/statements';
import { errorMessageOf, fieldErrorsOf } from '../../../shared/api-error';
import { formatMonth } from '../../../shared/format';
import { type AttentionClientFragment, RatesDocument, SetRatesDocument } from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { FormDialog } from '../../../ui/dialog/form-dialog';
import { LoadError } from '../../../ui/feedback/load-error';
import { showToast } from '../../../ui/feedback/toaster';
import { FormField } from '../../../ui/form/form-field';
import { showFieldErrors } from '../../../ui/form/form-errors';
import { Select } from '../../../ui/form/select';
import { formatMoney, monthsAhead, ratesOfMonth } from './money';

interface RatesDialogProps {
  /** The client whose own rates are set, or undefined for the rates of all clients. */
  client?: Pick<AttentionClientFragment, 'id' | 'businessName'> | undefined;
  onClose: () => void;
}

const rateNames = ['baseFee', 'perLead', 'perSegment'] as const;
type Values = Record<(typeof rateNames)[number] | 'currency' | 'fromMonth', string>;

const rateRule = (name: (typeof rateNames)[number]) =>
  z
    .string()
    .check(
      z.refine((value) => value.trim() === '' || RATE_PATTERN.test(value.trim()), rateMessage(statementMessages[name])),
    );
const schema = z.object({
  ...Object.fromEntries(rateNames.map((name) => [name, rateRule(name)])),
  currency: z.string(),
  fromMonth: z.string(),
});

/** Sets what the agency charges all clients, or one of them, from a month on. */
export function RatesDialog({ client, onClose }: RatesDialogProps) {
  const all = useQuery(RatesDocument, { variables: { filter: { ofAllClients: true } } });
  const own = useQuery(RatesDocument, { variables: { filter: { clientId: client?.id ?? null } }, skip: !client });
  const isLoaded = all.data !== undefined && (own.data !== undefined || !client);
  const error = all.error ?? own.error;
  const months = monthsAhead();
  const currentOf = ({ data }: typeof all) => ratesOfMonth(data?.rates.nodes ?? [], months[0]!) ?? data?.rates.nodes[0];
  const common = currentOf(all);
  const edited = client ? currentOf(own) : common;
  const [setRates, { loading }] = useMutation(SetRatesDocument);
  const { register, handleSubmit, formState, setError } = useForm<Values>({
    values: {
      ...(Object.fromEntries(rateNames.map((name) => [name, shortest(edited?.[name])])) as Values),
      currency: common?.currency ?? 'USD',
      fromMonth: months[0]!,
    },
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(schema as never) as unknown as Resolver<Values>,
  });
  const submit = handleSubmit(async ({ currency, fromMonth, ...rates }) => {
    // Blank fields would set rates of 0.
    if (!isLoaded) return;
    const prices = Object.fromEntries(rateNames.map((name) => [name, rates[name].trim() || null]));
    const input = client ? prices : { ...prices, currency };
    try {
      await setRates({ variables: { clientId: client?.id ?? null, fromMonth, input } });
      showToast(statementToasts.saved);
      onClose();
    } catch (error) {
      showFieldErrors(fieldErrorsOf(error), setError);
      showToast(statementToasts.notSaved(errorMessageOf(error)));
    }
  });
  const hintOf = (name: (typeof rateNames)[number]) =>
    client && statementMessages.allClientsRate(formatMoney(common?.[name] ?? null, common?.currency ?? null));
  return (
    <FormDialog
      size="md"
      title={client ? statementMessages.ratesOf(client.businessName) : statementMessages.rates}
      description={client ? statementMessages.forOneClient : statementMessages.forAllClients}
      submitLabel={statementMessages.saveRates}
      busy={loading || (!isLoaded && !error)}
      isUnsaved={formState.isDirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {error && !isLoaded && (
        <LoadError subject="the rates" onRetry={() => retry(Promise.all([all.refetch(), client && own.refetch()]))} />
      )}
      {!error && !isLoaded && <Skeleton height="10rem" />}
      {isLoaded && (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          {rateNames.map((name) => (
            <FormField
              key={name}
              label={statementMessages[name]}
              hint={hintOf(name)}
              error={formState.errors[name]?.message}
            >
              <Input inputMode="decimal" autoComplete="off" {...register(name)} />
            </FormField>
          ))}
          {!client && (
            <FormField label={statementMessages.currency} error={formState.errors.currency?.message}>
              <Select options={currencyOptions()} {...register('currency')} />
            </FormField>
          )}
          <FormField label={statementMessages.fromMonth} error={formState.errors.fromMonth?.message}>
            <Select
              options={months.map((value) => ({ value, label: formatMonth('UTC', new Date(`${value}-01`)) }))}
              {...register('fromMonth')}
            />
          </FormField>
        </SimpleGrid>
      )}
    </FormDialog>
  );
}

/** Returns a decimal without zeros at its end: "0.00790" is "0.0079", and "50.00000" is "50". */
const shortest = (decimal: string | null | undefined) => decimal?.replace(/\.?0+$/, '') ?? '';

function currencyOptions() {
  const names = new Intl.DisplayNames('en-US', { type: 'currency' });
  return currencies.map((value) => ({ value, label: `${value} – ${names.of(value) ?? value}` }));
}
