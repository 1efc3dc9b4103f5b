import { Button, HStack, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { Banner } from '../../ui/feedback/banner';
import { DeleteDialog } from '../../shared/dialogs/delete-dialog';
import { FormDialog } from '../../ui/dialog/form-dialog';
import { FormField } from '../../ui/form/form-field';
import { showToast } from '../../ui/feedback/toaster';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { toasts } from '../../messages/toasts';
import { Sample } from './sample';

type Kind = 'form' | 'confirm' | 'view';

/** Toasts, banners and dialogs. */
export function Feedback() {
  const [open, setOpen] = useState<Kind>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Sample title="Toasts" direction="row" wrap="wrap">
        <Button variant="outline" onClick={() => showToast(toasts.clientCreated)}>
          Success toast
        </Button>
        <Button variant="outline" onClick={() => showToast(toasts.clientCreateFailed)}>
          Error toast
        </Button>
        <Button variant="outline" onClick={() => showToast(toasts.fileNotRecorded)}>
          Warning toast
        </Button>
      </Sample>
      <Sample title="A banner" align="stretch">
        <Banner>A lasting status, shown above the page.</Banner>
      </Sample>
      <Sample title="Dialogs">
        <HStack gap="2" wrap="wrap">
          {(['form', 'confirm', 'view'] as const).map((kind) => (
            <Button key={kind} variant="outline" colorPalette="gray" onClick={() => setOpen(kind)}>
              Open a {kind} dialog
            </Button>
          ))}
        </HStack>
      </Sample>
      {open === 'form' && (
        <FormDialog
          title="A form dialog"
          submitLabel="Save"
          busy={false}
          isUnsaved={false}
          onSubmit={close}
          onClose={close}
        >
          <FormField label="A field">
            <Input />
          </FormField>
        </FormDialog>
      )}
      {open === 'confirm' && <DeleteDialog name="the sample" busy={false} onConfirm={close} onClose={close} />}
      {open === 'view' && (
        <ViewDialog title="A view dialog" onClose={close}>
          Content to read.
        </ViewDialog>
      )}
    </>
  );
}
