import { Button, HStack, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { notices } from '../../notices';
import { Banner } from '../../ui/banner';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { FormDialog } from '../../ui/form-dialog';
import { FormField } from '../../ui/form-field';
import { notify } from '../../ui/toaster';
import { ViewDialog } from '../../ui/view-dialog';
import { Sample } from './sample';

type Kind = 'form' | 'confirm' | 'view';

/** What answers: toasts, banners, dialogs. */
export function Feedback() {
  const [open, setOpen] = useState<Kind>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Sample title="Toasts" direction="row" wrap="wrap">
        <Button variant="outline" onClick={() => notify(notices.clientCreated)}>
          Success toast
        </Button>
        <Button variant="outline" onClick={() => notify(notices.clientCreateFailed)}>
          Error toast
        </Button>
        <Button variant="outline" onClick={() => notify(notices.fileNotRecorded)}>
          Warning toast
        </Button>
      </Sample>
      <Sample title="A banner" align="stretch">
        <Banner>Something that lasts, told above a screen.</Banner>
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
        <FormDialog title="A form dialog" submitLabel="Save" busy={false} onSubmit={close} onClose={close}>
          <FormField label="A field">
            <Input />
          </FormField>
        </FormDialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog title="Delete the sample?" confirmLabel="Delete" busy={false} onConfirm={close} onClose={close}>
          This action cannot be undone.
        </ConfirmDialog>
      )}
      {open === 'view' && (
        <ViewDialog title="A view dialog" onClose={close}>
          Something to read.
        </ViewDialog>
      )}
    </>
  );
}
