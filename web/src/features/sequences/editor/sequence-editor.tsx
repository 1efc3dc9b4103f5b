import { Box, Button, Stack } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { notify } from '../../../ui/feedback/toaster';
import { useFocusNext } from '../../../ui/focus/use-focus-after-render';
import { notices } from '../../../messages/toasts';
import { RehearsalPanel } from '../preview/sequence-preview-panel';
import { SequenceFields } from './sequence-fields';
import { draftOf, type RehearsalDraft, type SequenceValues } from '../sequence-values';
import { StepList } from './step-list';

const BACK = 'Back to the texts';

/** What there is to write of a sequence; rehearsing it takes its place for a while. */
export function SequenceEditor({ clientId }: { clientId: string }) {
  const { getValues, trigger } = useFormContext<SequenceValues>();
  const [draft, setDraft] = useState<RehearsalDraft | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(box);
  const rehearse = async () => {
    if (!(await trigger(['campaignId', 'steps'], { shouldFocus: true }))) return notify(notices.sequenceIncomplete);
    focusNext(BACK);
    setDraft(draftOf(getValues()));
  };
  const goBack = () => {
    focusNext('Rehearse');
    setDraft(null);
  };
  return (
    <Box ref={box}>
      <Box hidden={draft !== null}>
        <SequenceFields clientId={clientId} />
        <StepList clientId={clientId} onRehearse={() => void rehearse()} />
      </Box>
      {draft && (
        <Stack as="section" aria-label="Rehearsal" gap="4">
          <Button size="sm" variant="ghost" alignSelf="flex-start" onClick={goBack}>
            <ArrowLeft aria-hidden="true" /> {BACK}
          </Button>
          <RehearsalPanel clientId={clientId} draft={draft} />
        </Stack>
      )}
    </Box>
  );
}
