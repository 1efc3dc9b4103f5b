import type { SequenceFieldsFragment } from '../../../shared/graphql/generated';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { SequencePreviewPanel } from './sequence-preview-panel';
import { toPreviewDraft, toValues } from '../sequence-values';

interface SequencePreviewDialogProps {
  sequence: SequenceFieldsFragment;
  onClose: () => void;
}

/** Previews a saved sequence. */
export function SequencePreviewDialog({ sequence, onClose }: SequencePreviewDialogProps) {
  return (
    <ViewDialog title={`Preview ${sequence.name}`} onClose={onClose}>
      <SequencePreviewPanel clientId={sequence.clientId} draft={toPreviewDraft(toValues(sequence))} />
    </ViewDialog>
  );
}
