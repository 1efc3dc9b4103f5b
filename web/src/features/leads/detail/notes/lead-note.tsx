import { useMutation } from '@apollo/client/react';
import { Box, HStack, Text } from '@chakra-ui/react';
import { splitMentions } from '@dripline/contract/rules/mentions';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { noteMessages } from '../../../../messages/leads/notes';
import { sharedMessages } from '../../../../messages/shared';
import { errorMessageOf } from '../../../../shared/api-error';
import { useReadOnly } from '../../../../shared/dashboard-access';
import {
  DeleteLeadNoteDocument,
  type LeadNoteFieldsFragment,
  UpdateLeadNoteDocument,
} from '../../../../shared/graphql/generated';
import { IconAction } from '../../../../ui/button/icon-action';
import { TimeAgo } from '../../../../ui/data/time-ago';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog';
import { NoteForm } from './note-form';

interface LeadNoteProps {
  note: LeadNoteFieldsFragment;
  timeZone: string;
  /** The names of those who can be mentioned. */
  names: readonly string[];
  /** Called after the note was changed or deleted. */
  onChanged: () => void;
}

/** A note with its author and time. Its author changes and deletes it. */
export function LeadNote({ note, timeZone, names, onChanged }: LeadNoteProps) {
  const { id, body, authorName, isOwn, createdAt, version } = note;
  const isReadOnly = useReadOnly();
  const [mode, setMode] = useState<'shown' | 'edited' | 'asked'>('shown');
  const [update] = useMutation(UpdateLeadNoteDocument);
  const [remove, { loading, error }] = useMutation(DeleteLeadNoteDocument, { onCompleted: onChanged });
  const show = () => setMode('shown');
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && mode !== 'edited') editButton.current?.focus();
    wasEdited.current = mode === 'edited';
  }, [mode]);
  return (
    <Box as="li" bg="bg.muted" borderRadius="l2" paddingX="3" paddingY="2">
      {mode === 'edited' ? (
        <NoteForm
          label={noteMessages.note}
          saveLabel={noteMessages.save}
          text={body}
          names={names}
          onCancel={show}
          onSave={async (text) => {
            await update({ variables: { id, body: text, expectedVersion: version } });
            show();
          }}
        />
      ) : (
        <Text dir="auto" textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {splitMentions(body, names).map(({ text, isMention }, index) =>
            isMention ? (
              <Text key={index} as="span" color="brand.fg" fontWeight="medium">
                {text}
              </Text>
            ) : (
              text
            ),
          )}
        </Text>
      )}
      <HStack justify="space-between" gap="2" minHeight="9">
        <Text textStyle="xs" color="fg.muted" className="tabular">
          <bdi>{authorName}</bdi>
          {' · '}
          <TimeAgo at={createdAt} timeZone={timeZone} />
          {version > 1 && ` · ${noteMessages.edited}`}
        </Text>
        {isOwn && !isReadOnly && mode !== 'edited' && (
          <HStack gap="0">
            <IconAction ref={editButton} label={noteMessages.edit} icon={Pencil} onClick={() => setMode('edited')} />
            <IconAction label={noteMessages.delete} icon={Trash2} onClick={() => setMode('asked')} />
          </HStack>
        )}
      </HStack>
      {mode === 'asked' && (
        <ConfirmDialog
          title={noteMessages.deleteTitle}
          confirmLabel={sharedMessages.delete}
          busy={loading}
          onConfirm={() => void remove({ variables: { id } }).catch(() => undefined)}
          onClose={show}
        >
          {error ? (errorMessageOf(error) ?? noteMessages.deleteFailed) : noteMessages.deleteText}
        </ConfirmDialog>
      )}
    </Box>
  );
}
