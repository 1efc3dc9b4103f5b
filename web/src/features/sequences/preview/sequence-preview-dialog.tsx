import type { SequenceFieldsFragment } from '../../../shared/graphql/generated';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { RehearsalPanel } from './sequence-preview-panel';
import { draftOf, toValues } from '../sequence-values';

interface RehearsalDialogProps {
  sequence: SequenceFieldsFragment;
  onClose: () => void;
}

/** Previews a saved sequence. */
export function RehearsalDialog({ sequence, onClose }: RehearsalDialogProps) {
  return (
    <ViewDialog title={`Preview ${sequence.name}`} onClose={onClose}>
      <RehearsalPanel clientId={sequence.clientId} draft={draftOf(toValues(sequence))} />
    </ViewDialog>
  );
}
