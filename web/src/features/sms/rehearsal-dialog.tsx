import type { SequenceFieldsFragment } from '@dripline/contract/generated';
import { ViewDialog } from '../../ui/view-dialog';
import { RehearsalPanel } from './rehearsal-panel';
import { draftOf, toValues } from './sequence-values';

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
