import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { type LeadQuery, StartSequenceDocument } from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { leadMessages } from '../../../messages/leads/lead-details';
import { FormField } from '../../../ui/form/form-field';
import { InlineForm } from '../../../ui/form/inline-form';
import { Select } from '../../../ui/form/select';
import { leadDisplayName } from '../lead-name';

interface StartSequenceProps {
  lead: LeadQuery['lead'];
  /** Called after a sequence was started. */
  onStarted: () => void;
}

/** Starts an active sequence of the lead's campaign from which the lead has received nothing. */
export function StartSequence({ lead, onStarted }: StartSequenceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosenId, setChosenId] = useState('');
  const [start, { loading, error, reset }] = useMutation(StartSequenceDocument, {
    onCompleted: () => {
      setIsOpen(false);
      onStarted();
    },
    onError: () => undefined,
  });
  const sequences = lead.campaign.sequences.nodes.filter(({ id }) => !hasReceived(lead, id));
  const chosen = sequences.find(({ id }) => id === chosenId) ?? sequences[0];
  const canReceive = lead.consent && !lead.optedOutAt && !lead.held && lead.status !== 'converted';
  if (!chosen || !canReceive) return null;
  return (
    <InlineForm
      openLabel={leadMessages.startSequence}
      submitLabel={leadMessages.start}
      isOpen={isOpen}
      busy={loading}
      onOpenChange={setIsOpen}
      onSubmit={() => void start({ variables: { leadId: lead.id, sequenceId: chosen.id } })}
    >
      <FormField
        label={leadMessages.sequence}
        hint={leadMessages.startHint(leadDisplayName(lead))}
        error={error && (errorMessageOf(error) ?? leadMessages.startFailed)}
      >
        <Select
          options={sequences.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen.id}
          onChange={({ target }) => {
            reset();
            setChosenId(target.value);
          }}
        />
      </FormField>
    </InlineForm>
  );
}

/** Whether the lead is in the sequence or received a message of it. */
function hasReceived({ enrollments }: LeadQuery['lead'], sequenceId: string): boolean {
  return enrollments.nodes.some(
    (enrollment) =>
      enrollment.sequenceId === sequenceId &&
      (enrollment.status !== 'cancelled' || enrollment.nextStep > 0 || enrollment.messages.nodes.length > 0),
  );
}
