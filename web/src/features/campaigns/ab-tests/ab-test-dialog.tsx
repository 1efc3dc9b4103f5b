import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Stack, Text } from '@chakra-ui/react';
import { MAX_NAME_LENGTH, MAX_TEST_VARIANTS, MAX_TEXT_LENGTH, TEST_IMPROVEMENT } from '@dripline/contract/limits';
import { validationMessages } from '@dripline/contract/validation-messages';
import { Plus } from 'lucide-react';
import { FormProvider, useFieldArray, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { abTestMessages as messages, abTestToasts } from '../../../messages/campaigns/ab-tests';
import { errorMessageOf, fieldErrorsOf } from '../../../shared/api-error';
import { formatCount, formatRate, plural } from '../../../shared/format';
import { AbTestPlanDocument, type AbTestsQuery, StartAbTestDocument } from '../../../shared/graphql/generated';
import { useSave } from '../../../shared/use-save';
import { FormDialog } from '../../../ui/dialog/form-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { FormField } from '../../../ui/form/form-field';
import { optionalText } from '../../../ui/form/rules';
import { Select } from '../../../ui/form/select';
import { useEditForm } from '../../../ui/form/use-edit-form';
import { VariantFields } from './variant-fields';

const text = (max: number) => optionalText(max, validationMessages.maxLength(max));

const schema = z.object({
  goal: z.enum(['leads', 'qualified_leads']),
  improvement: z.string(),
  variants: z.array(
    z.object({
      headline: text(MAX_TEXT_LENGTH),
      subheadline: text(MAX_TEXT_LENGTH),
      submitButtonText: text(MAX_NAME_LENGTH),
      formImageUrl: z.string(),
      formFieldIds: z.array(z.string()).check(z.minLength(1, validationMessages.variantWithoutField)),
    }),
  ),
});

/** The values of the form. */
export type AbTestValues = z.infer<typeof schema>;

/** The improvements that can be chosen, in percent. */
const improvements = [10, 20, TEST_IMPROVEMENT.default, 100];

interface AbTestDialogProps {
  page: AbTestsQuery['campaign'];
  onClose: () => void;
}

/** Starts a test: its variants begin as the campaign’s own page, and the views that it needs are shown beforehand. */
export function AbTestDialog({ page, onClose }: AbTestDialogProps) {
  const own = {
    headline: page.headline,
    subheadline: page.subheadline,
    submitButtonText: page.submitButtonText,
    formImageUrl: '',
    formFieldIds: page.formFields.map(({ id }) => id),
  };
  const edit = useEditForm<AbTestValues>({
    values: { goal: 'leads', improvement: String(TEST_IMPROVEMENT.default), variants: [own] },
    schema,
  });
  const { register, control } = edit.form;
  const { fields, append, remove } = useFieldArray({ control, name: 'variants' });
  const [goal, improvement] = useWatch({ control, name: ['goal', 'improvement'] });
  const [start] = useMutation(StartAbTestDocument);
  const { submit, isSaving } = useSave<AbTestValues, unknown>({
    edit,
    send: ({ values }) =>
      start({
        variables: {
          campaignId: page.id,
          input: {
            goal: values.goal,
            improvement: Number(values.improvement),
            variants: values.variants.map((variant) => toInput(variant, own)),
          },
        },
      }),
    onSaved: () => {
      showToast(abTestToasts.started);
      onClose();
    },
    fieldErrors: (error) =>
      Object.fromEntries(
        Object.entries(fieldErrorsOf(error)).map(([name, message]) => [
          name.replace('hiddenFieldIds', 'formFieldIds'),
          message,
        ]),
      ),
    onFailed: (error) =>
      showToast(
        abTestToasts.startFailed(Object.keys(fieldErrorsOf(error)).length > 0 ? undefined : errorMessageOf(error)),
      ),
  });
  return (
    <FormDialog
      title={messages.newTest}
      submitLabel={messages.start}
      busy={isSaving}
      isUnsaved={edit.isUnsaved}
      size="lg"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...edit.form}>
        <Stack gap="5">
          <FormField label={messages.goal} hint={goal === 'qualified_leads' && messages.goalHint}>
            <Select
              options={Object.entries(messages.goals).map(([value, label]) => ({ value, label }))}
              {...register('goal')}
            />
          </FormField>
          <FormField
            label={messages.improvement}
            hint={<Plan campaignId={page.id} goal={goal} improvement={Number(improvement)} pages={fields.length + 1} />}
          >
            <Select
              options={improvements.map((percent) => ({
                value: String(percent),
                label: messages.improvements(percent),
              }))}
              {...register('improvement')}
            />
          </FormField>
          {fields.map(({ id }, index) => (
            <VariantFields
              key={id}
              index={index}
              questions={page.formFields}
              {...(fields.length > 1 && { onRemove: () => remove(index) })}
            />
          ))}
          {fields.length < MAX_TEST_VARIANTS - 1 && (
            <Button variant="outline" colorPalette="gray" size="sm" alignSelf="start" onClick={() => append(own)}>
              <Plus aria-hidden="true" /> {messages.addVariant}
            </Button>
          )}
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}

type VariantValues = AbTestValues['variants'][number];

/** Sends what was changed only. A colleague may have changed the rest of the campaign. */
const toInput = ({ formFieldIds, ...texts }: VariantValues, own: VariantValues) => ({
  ...Object.fromEntries(Object.entries(texts).filter(([name, text]) => text !== own[name as keyof typeof texts])),
  hiddenFieldIds: own.formFieldIds.filter((id) => !formFieldIds.includes(id)),
});

interface PlanProps {
  campaignId: string;
  goal: AbTestValues['goal'];
  improvement: number;
  /** How many pages are compared. */
  pages: number;
}

/** How many views the test needs, and how long that takes. */
function Plan({ campaignId, goal, improvement, pages }: PlanProps) {
  const { data, previousData } = useQuery(AbTestPlanDocument, { variables: { campaignId, goal, improvement } });
  const plan = (data ?? previousData)?.campaign.abTestPlan;
  if (!plan) return null;
  const total = plan.viewsPerVariant * pages;
  return (
    <Text as="span" className="tabular">
      {[
        messages.plan(formatCount(plan.viewsPerVariant), formatCount(total)),
        plan.viewsPerDay > 0 && messages.planDays(plural(Math.ceil(total / plan.viewsPerDay), 'day')),
        plan.isMeasured ? messages.planRate(formatRate(plan.rate, 1)) : messages.planAssumed,
      ]
        .filter(Boolean)
        .join(' ')}
    </Text>
  );
}
