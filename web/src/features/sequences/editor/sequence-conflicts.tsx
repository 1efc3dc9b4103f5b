import { CampaignsDocument } from '../../../shared/graphql/generated';
import { useWholeList } from '../../../shared/use-whole-list';
import { ConflictChoices, formatValue } from '../../../ui/form/conflict-choices';
import type { EditForm } from '../../../ui/form/use-edit-form';
import { dashboardMessages } from '../../../messages/dashboard';
import { sharedMessages } from '../../../messages/shared';
import { formatOffset, toMinutes } from '../delay';
import { type SequenceValues, type StepValues, triggerOptions } from '../sequence-values';

const labels: Record<string, string> = {
  name: dashboardMessages.sequenceName,
  description: dashboardMessages.description,
  campaignId: sharedMessages.campaign,
  triggerEvent: dashboardMessages.triggerEvent,
  stopOnReply: dashboardMessages.stopOnReply,
  steps: 'Messages',
};

const stepsText = (steps: readonly StepValues[]) =>
  steps.map((step) => `${formatOffset(toMinutes(step))}: ${step.message}`).join('\n');

/** The fields of a sequence that somebody else changed meanwhile. */
export function SequenceConflicts({ clientId, edit }: { clientId: string; edit: EditForm<SequenceValues> }) {
  const { items: campaigns } = useWholeList(CampaignsDocument, { clientId }, ({ client }) => client.campaigns);
  const formatters: Record<string, (value: unknown) => string | undefined> = {
    campaignId: (value) => campaigns?.find(({ id }) => id === value)?.name,
    triggerEvent: (value) => triggerOptions.find((option) => option.value === value)?.label,
    steps: (value) => stepsText(value as StepValues[]),
  };
  return (
    <ConflictChoices
      edit={edit}
      labelOf={(name) => labels[name] ?? name}
      format={(value, name) => formatters[name]?.(value) ?? formatValue(value)}
    />
  );
}
