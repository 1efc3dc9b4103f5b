import { Box, Button, Stack } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { notify } from '../../../ui/feedback/toaster';
import { useFocusNext } from '../../../ui/focus/use-focus-after-render';
import { notices } from '../../../messages/toasts';
import { sharedWords } from '../../../messages/shared';
import { RehearsalPanel } from '../preview/sequence-preview-panel';
import { SequenceFields } from './sequence-fields';
import { draftOf, type RehearsalDraft, type SequenceValues } from '../sequence-values';
import { StepList } from './step-list';

const BACK_LABEL = 'Back to messages';

/** The form of a sequence. The preview temporarily replaces it. */
export function SequenceEditor({ clientId }: { clientId: string }) {
  const { getValues, trigger } = useFormContext<SequenceValues>();
  const [draft, setDraft] = useState<RehearsalDraft | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(box);
  const openPreview = async () => {
    if (!(await trigger(['campaignId', 'steps'], { shouldFocus: true }))) return notify(notices.sequenceIncomplete);
    focusNext(BACK_LABEL);
    setDraft(draftOf(getValues()));
  };
  const goBack = () => {
    focusNext(sharedWords.preview);
    setDraft(null);
  };
  return (
    <Box ref={box}>
      <Box hidden={draft !== null}>
        <SequenceFields clientId={clientId} />
        <StepList clientId={clientId} onRehearse={() => void openPreview()} />
      </Box>
      {draft && (
        <Stack as="section" aria-label="Sequence preview" gap="4">
          <Button size="sm" variant="ghost" alignSelf="flex-start" onClick={goBack}>
            <ArrowLeft aria-hidden="true" /> {BACK_LABEL}
          </Button>
          <RehearsalPanel clientId={clientId} draft={draft} />
        </Stack>
      )}
    </Box>
  );
}
