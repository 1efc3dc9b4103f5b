import { useMutation, useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { lazyDialog } from '../../../shared/dialogs/lazy-dialog';
import {
  CampaignDraftDocument,
  DeleteCampaignDraftDocument,
  SaveCampaignDraftDocument,
} from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { retry } from '../../../shared/retry';
import type { EditForm } from '../../../ui/form/use-edit-form';
import { lazyPart } from '../lazy-part';
import { type CampaignDraft, toCampaignInput, toDraftField } from '../campaign-draft';

const DraftNote = lazyPart('the draft', async () => (await import('../../../shared/drafts/draft-note')).DraftNote);
const DraftDialog = lazyDialog(async () => (await import('../../../shared/drafts/draft-dialog')).DraftDialog);

interface CampaignDraftOptions {
  edit: EditForm<CampaignDraft>;
  /** A campaign that has not been saved has no draft. */
  campaignId: string | undefined;
  /** Takes the content of the open field editor, and returns false if something is incomplete. */
  commit: () => boolean;
  onInvalid: () => void;
}

/** The draft of the campaign under edit: a note that there is one, and the dialog that saves one. */
export function useCampaignDraft({ edit, campaignId, commit, onInvalid }: CampaignDraftOptions) {
  const { form, isUnsaved } = edit;
  const id = campaignId ?? '';
  const { data, refetch } = useQuery(CampaignDraftDocument, {
    ...{ variables: { id }, skip: !campaignId },
    ...refreshedOnOpen,
  });
  const [save] = useMutation(SaveCampaignDraftDocument);
  const [remove] = useMutation(DeleteCampaignDraftDocument);
  const [openedAt, setOpenedAt] = useState<string>();
  const [valuesToSave, setValuesToSave] = useState<CampaignDraft>();
  const draft = data?.campaign.draft;
  const open = () => {
    // The form has an empty text in place of no URL.
    const content = Object.fromEntries(Object.entries(draft!.content).map(([name, value]) => [name, value ?? '']));
    const { formFields } = content as Partial<Pick<CampaignDraft, 'formFields'>>;
    const fields = formFields && { formFields: formFields.map(toDraftField) };
    form.reset({ ...form.getValues(), ...content, ...fields }, { keepDefaultValues: true });
    setOpenedAt(draft!.savedAt);
  };
  const openDialog = () => {
    if (!commit()) return onInvalid();
    void form.handleSubmit((values) => setValuesToSave(values), onInvalid)();
  };
  return {
    /** When the draft that the form shows was saved. Undefined if the form shows none. */
    draftSavedAt: openedAt,
    /** Called when the form shows something else. */
    onReplaced: () => setOpenedAt(undefined),
    /** Called when what the form shows was published. */
    onPublished: () => {
      if (openedAt === undefined) return;
      setOpenedAt(undefined);
      retry(refetch());
    },
    onSaveDraft: campaignId ? openDialog : undefined,
    note: draft && (
      <Box padding="4" paddingBottom="0">
        <Suspense>
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
        </Suspense>
      </Box>
    ),
    dialog: valuesToSave && (
      <DraftDialog
        publishAt={draft?.publishAt ?? null}
        onSave={(publishAt) =>
          save({ variables: { id, input: toCampaignInput(edit.changesIn(valuesToSave)), publishAt } })
        }
        onSaved={() => {
          // The form shows again what is published.
          form.reset(edit.getBase().values);
          setOpenedAt(undefined);
          setValuesToSave(undefined);
        }}
        onClose={() => setValuesToSave(undefined)}
      />
    ),
  };
}
