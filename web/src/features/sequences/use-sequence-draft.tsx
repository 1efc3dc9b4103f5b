import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Heading, Stack, Text } from '@chakra-ui/react';
import { FilePen } from 'lucide-react';
import { useState } from 'react';
import { draftMessages } from '../../messages/history/drafts';
import { toasts } from '../../messages/toasts';
import { DraftDialog } from '../../shared/drafts/draft-dialog';
import { DraftNote } from '../../shared/drafts/draft-note';
import {
  DeleteSequenceDraftDocument,
  type EnrolledLeadsAction,
  SaveSequenceDraftDocument,
  SequenceDraftDocument,
  type SequenceFieldsFragment,
  type UpdateSequenceInput,
} from '../../shared/graphql/generated';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';
import { showToast } from '../../ui/feedback/toaster';
import { markDialogSaved } from '../../ui/form/unsaved-changes';
import type { EditForm } from '../../ui/form/use-edit-form';
import { isIncomplete, type SequenceValues, toInput, toStepValues } from './sequence-values';
import { EnrolledLeadsChoice } from './versions/enrolled-leads-choice';

interface SequenceDraftOptions {
  edit: EditForm<SequenceValues>;
  /** A new sequence has no draft. */
  sequence: SequenceFieldsFragment | undefined;
  onClose: () => void;
}

/** The draft of the sequence under edit: a note that there is one, the button that saves one, and its dialog. */
export function useSequenceDraft({ edit, sequence, onClose }: SequenceDraftOptions) {
  const { form, isUnsaved } = edit;
  const id = sequence?.id ?? '';
  const { data } = useQuery(SequenceDraftDocument, { variables: { id }, skip: !sequence, ...refreshedOnOpen });
  const [save] = useMutation(SaveSequenceDraftDocument);
  const [remove] = useMutation(DeleteSequenceDraftDocument);
  const [openedAt, setOpenedAt] = useState<string>();
  const [valuesToSave, setValuesToSave] = useState<SequenceValues>();
  const draft = data?.sequence.draft;
  const [chosen, setChosen] = useState<EnrolledLeadsAction>();
  const enrolledLeads = chosen ?? draft?.enrolledLeads ?? 'finish';
  const open = () => {
    const { steps, ...fields } = draft!.content as UpdateSequenceInput;
    const values = { ...form.getValues(), ...fields, ...(steps && { steps: toStepValues(steps) }) };
    form.reset(values as SequenceValues, { keepDefaultValues: true });
    setOpenedAt(draft!.savedAt);
  };
  const openDialog = form.handleSubmit(
    (values) => setValuesToSave(values),
    () => isIncomplete(form.getValues()) && showToast(toasts.sequenceIncomplete),
  );
  return {
    /** When the draft that the form shows was saved. Undefined if the form shows none. */
    draftSavedAt: openedAt,
    note: draft && (
      <Box marginBottom="4">
        <DraftNote
          draft={draft}
          isOpen={openedAt === draft.savedAt}
          isUnsaved={isUnsaved}
          onOpen={open}
          onDelete={async () => {
            await remove({ variables: { id } });
            setOpenedAt(undefined);
          }}
        />
      </Box>
    ),
    draftButton: sequence && (
      <Button
        variant="ghost"
        colorPalette="gray"
        marginEnd="auto"
        paddingX={{ base: '3', sm: '4' }}
        aria-label={draftMessages.save}
        onClick={() => void openDialog()}
      >
        <FilePen aria-hidden="true" />
        <Text as="span" hideBelow="sm">
          {draftMessages.save}
        </Text>
      </Button>
    ),
    dialog: valuesToSave && (
      <DraftDialog
        publishAt={draft?.publishAt ?? null}
        onSave={(publishAt) =>
          save({ variables: { id, input: toInput(edit.changesIn(valuesToSave)), publishAt, enrolledLeads } })
        }
        onSaved={() => {
          markDialogSaved();
          onClose();
        }}
        onClose={() => setValuesToSave(undefined)}
      >
        <Stack gap="2">
          <Heading as="h3" size="sm">
            {draftMessages.leads}
          </Heading>
          <EnrolledLeadsChoice label={draftMessages.leads} value={enrolledLeads} onChange={setChosen} />
        </Stack>
      </DraftDialog>
    ),
  };
}
