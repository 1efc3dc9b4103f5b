import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { FilePen } from 'lucide-react';
import { useRef, useState } from 'react';
import { draftMessages as messages, draftToasts } from '../../messages/history/drafts';
import { TimeAgo } from '../../ui/data/time-ago';
import { DiscardDialog } from '../../ui/dialog/discard-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { useFocusAfterRender } from '../../ui/focus/use-focus-after-render';
import { useFocusFallback } from '../../ui/focus/use-focus-fallback';
import { deviceTimeZone, formatDateTimeToMinute } from '../format';

/** A draft, without its content. */
export interface DraftSummary {
  savedBy: string;
  savedAt: string;
  publishAt: string | null;
  failure: string | null;
}

interface DraftNoteProps {
  draft: DraftSummary;
  /** Whether the form shows the draft. */
  isOpen: boolean;
  /** Whether opening the draft would overwrite other changes. */
  isUnsaved: boolean;
  onOpen: () => void;
  onDelete: () => Promise<unknown>;
}

/** Shows above a form that there is a draft, and when it is published. */
export function DraftNote({
  draft: { savedBy, savedAt, publishAt, failure },
  isOpen,
  isUnsaved,
  onOpen,
  onDelete,
}: DraftNoteProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  const focusNext = useFocusAfterRender(box);
  const [isAsking, setAsking] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const open = () => {
    setAsking(false);
    focusNext(messages.delete);
    onOpen();
  };
  const remove = async () => {
    setDeleting(true);
    try {
      await onDelete();
      showToast(draftToasts.deleted);
    } catch {
      showToast(draftToasts.deleteFailed);
    }
    setDeleting(false);
  };
  return (
    <Stack
      ref={box}
      as="section"
      aria-label={messages.badge}
      gap="2"
      bg="bg.muted"
      borderRadius="l2"
      padding="3"
      textStyle="sm"
    >
      <HStack gap="2" align="start">
        <FilePen aria-hidden="true" size={16} style={{ flexShrink: 0, marginTop: 2 }} />
        <Text role="status" overflowWrap="anywhere">
          {messages.savedBy(savedBy)} <TimeAgo at={savedAt} />. {isOpen && messages.opened}{' '}
          {publishAt !== null && messages.publishedAt(formatDateTimeToMinute(publishAt, deviceTimeZone()))}
          {failure !== null && messages.notPublished(failure)}
        </Text>
      </HStack>
      <HStack gap="2" flexWrap="wrap">
        {!isOpen && (
          <Button size="sm" variant="outline" onClick={() => (isUnsaved ? setAsking(true) : open())}>
            {messages.open}
          </Button>
        )}
        <Button size="sm" variant="ghost" colorPalette="gray" loading={isDeleting} onClick={() => void remove()}>
          {messages.delete}
        </Button>
      </HStack>
      {isAsking && <DiscardDialog onDiscard={open} onKeep={() => setAsking(false)} />}
    </Stack>
  );
}
