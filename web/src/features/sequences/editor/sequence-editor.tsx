import { Box, Button, Stack } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { showToast } from '../../../ui/feedback/toaster';
import { useFocusAfterRender } from '../../../ui/focus/use-focus-after-render';
import { toasts } from '../../../messages/toasts';
import { sharedMessages } from '../../../messages/shared';
import { DraftForecast } from '../forecast/draft-forecast';
import { SequencePreviewPanel } from '../preview/sequence-preview-panel';
import { SequenceFields } from './sequence-fields';
import { isIncomplete, toPreviewDraft, type SequencePreviewDraft, type SequenceValues } from '../sequence-values';
import { Steps } from './steps';

const BACK_LABEL = 'Back to messages';

/** The form of a saved or new sequence. The preview temporarily replaces it. */
export function SequenceEditor({ clientId, sequenceId }: { clientId: string; sequenceId?: string | undefined }) {
  const { getValues, trigger } = useFormContext<SequenceValues>();
  const [draft, setDraft] = useState<SequencePreviewDraft | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfterRender(box);
  const openPreview = async () => {
    const isValid = await trigger(['campaignId', 'steps'], { shouldFocus: true });
    if (isValid) {
      focusNext(BACK_LABEL);
      setDraft(toPreviewDraft(getValues()));
    } else if (isIncomplete(getValues())) showToast(toasts.sequenceIncomplete);
    return isValid;
  };
  const goBack = () => {
    focusNext(sharedMessages.preview);
    setDraft(null);
  };
  return (
    <Box ref={box}>
      <Box hidden={draft !== null}>
        <SequenceFields clientId={clientId} />
        <Steps clientId={clientId} sequenceId={sequenceId} onPreview={openPreview} />
        <DraftForecast clientId={clientId} sequenceId={sequenceId} />
      </Box>
      {draft && (
        <Stack as="section" aria-label="Sequence preview" gap="4">
          <Button size="sm" variant="ghost" alignSelf="flex-start" onClick={goBack}>
            <ArrowLeft aria-hidden="true" /> {BACK_LABEL}
          </Button>
          <SequencePreviewPanel clientId={clientId} draft={draft} />
        </Stack>
      )}
    </Box>
  );
}
