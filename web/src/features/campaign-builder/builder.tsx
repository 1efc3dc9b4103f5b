import { Box, Flex } from '@chakra-ui/react';
import type { CampaignFieldsFragment, ClientFieldsFragment } from '../../shared/graphql/generated';
import { type FormEvent, useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { errorMessageOf } from '../../shared/api-error';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog';
import { useAddressedDialog } from '../../shared/dialogs/use-addressed-dialog';
import { paths } from '../../shared/paths';
import { useSessionRole } from '../../shared/session-role';
import { useSave } from '../../shared/use-save';
import { ConflictChoices } from '../../ui/form/conflict-choices';
import { markFormsSaved, useUnsavedChanges } from '../../ui/form/unsaved-changes';
import { useEditForm } from '../../ui/form/use-edit-form';
import { showToast } from '../../ui/feedback/toaster';
import { builderMessages } from '../../messages/campaign-builder';
import { toasts } from '../../messages/toasts';
import { BuilderHeader } from './builder-header';
import { BuilderSections } from './builder-sections';
import { BuilderSessionProvider, createBuilderSession } from './builder-session';
import { campaignLabelOf, formatCampaignValue } from '../../shared/versions/campaign-labels';
import { type CampaignDraft, toCampaignDraft, toCopiedDraft } from './campaign-draft';
import { campaignSchema } from './campaign-schema';
import { campaignTemplate } from './campaign-template';
import { PreviewPane } from './preview/preview-pane';
import { useSaveCampaign } from './use-save-campaign';
import { useCampaignDraft } from './versions/use-campaign-draft';
import { type BuilderView, ViewSwitcherBar } from './view-switcher-bar';

const PreviewDialog = lazyDialog(async () => (await import('./preview/preview-dialog')).PreviewDialog);
const CampaignVersionsDrawer = lazyDialog(
  async () => (await import('./versions/campaign-versions-drawer')).CampaignVersionsDrawer,
);
const QrDialog = lazyDialog(async () => (await import('./qr-dialog')).QrDialog);

// A saved campaign has a QR code, and its landing page is its preview.
const savedDialogs = ['qr', 'versions'] as const;
const newDialogs = ['preview'] as const;

interface Props {
  client: ClientFieldsFragment;
  /** The campaign to edit. Without it, saving creates a new one. */
  campaign?: CampaignFieldsFragment | undefined;
  /** The campaign that a new one starts as a copy of. */
  copied?: CampaignFieldsFragment | undefined;
  productName: string;
  backPath: string;
}

/** The campaign editor: form on the left and a live preview on the right. Phones show one of them at a time. */
export function Builder({ client, campaign, copied, productName, backPath }: Props) {
  const role = useSessionRole();
  const navigate = useNavigate();
  const edit = useEditForm({
    values: campaign ? toCampaignDraft(campaign) : copied ? toCopiedDraft(copied) : campaignTemplate,
    version: campaign?.version,
    schema: campaignSchema,
  });
  const { form, isUnsaved, rebaseUnlessConflicting } = edit;
  // What is saved elsewhere is taken over, unless the same field has unsaved changes here. Saving then asks.
  useEffect(() => {
    if (campaign) rebaseUnlessConflicting(toCampaignDraft(campaign), campaign.version);
  }, [campaign, rebaseUnlessConflicting]);
  useUnsavedChanges({ isUnsaved, staysOnPage: true });
  useEffect(() => {
    PreviewDialog.preload();
    QrDialog.preload();
  }, []);
  const [session] = useState(createBuilderSession);
  const [side, setSide] = useState<BuilderView>('edit');
  const dialog = useAddressedDialog<'qr' | 'versions' | 'preview'>(campaign ? savedDialogs : newDialogs);
  const onQrCode = campaign && (() => dialog.open('qr'));
  const onVersions = campaign && (() => dialog.open('versions'));
  const showForm = () => setSide('edit');
  const restore = (version: CampaignDraft) => {
    const { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl } = form.getValues();
    // Media that was replaced is deleted, so the current media stays.
    const media = { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl };
    form.reset({ ...version, ...media }, { keepDefaultValues: true });
    draft.onReplaced();
    dialog.close();
    showForm();
  };

  const commit = () => {
    const uploading = session.getUploading();
    for (const name of uploading)
      form.setError(name as 'logoImageUrl', { message: builderMessages.uploadRunning }, { shouldFocus: true });
    return session.commitEditor() && uploading.length === 0;
  };
  const draft = useCampaignDraft({ edit, campaignId: campaign?.id, commit, onInvalid: showForm });

  const { submit, isSaving } = useSave({
    edit,
    toValues: toCampaignDraft,
    send: useSaveCampaign(client.id, campaign?.id, draft.draftSavedAt),
    onSaved: (saved, sent) => {
      if (saved) edit.settle(sent, toCampaignDraft(saved), saved.version);
      draft.onPublished();
      showToast(toasts.campaignSaved);
      if (!saved || campaign) return;
      markFormsSaved();
      void navigate(paths.campaignBuilder[role].href(client.id, saved.id), { replace: true });
    },
    onFailed: (error) => {
      showForm();
      showToast(toasts.campaignSaveFailed(errorMessageOf(error)));
    },
    onInvalid: showForm,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!commit()) return showForm();
    submit();
  };

  const displayFor = (panel: typeof side) => ({ base: side === panel ? 'block' : 'none', lg: 'block' });
  return (
    <BuilderSessionProvider value={session}>
      <FormProvider {...form}>
        <Flex as="form" direction="column" height="100dvh" {...{ noValidate: true }} onSubmit={save}>
          <BuilderHeader
            title={campaign?.name ?? 'New campaign'}
            backTo={backPath}
            landingUrl={campaign?.landingUrl}
            isDirty={isUnsaved}
            isSaving={isSaving}
            onPreview={() => dialog.open('preview')}
            onQrCode={onQrCode}
            onVersions={onVersions}
            onSaveDraft={draft.onSaveDraft}
          />
          <ViewSwitcherBar
            side={side}
            onChange={setSide}
            isDirty={isUnsaved}
            landingUrl={campaign?.landingUrl}
            onQrCode={onQrCode}
            onVersions={onVersions}
          />
          <Flex as="main" aria-label="Campaign builder" flex="1" minHeight="0">
            <Box
              display={displayFor('edit')}
              width={{ base: 'full', lg: '420px' }}
              flexShrink="0"
              // Hidden inputs are placed by it. Otherwise they would make the document higher than the screen.
              position="relative"
              overflowY="auto"
              scrollPaddingY="32"
              bg="bg.panel"
              borderRightWidth={{ lg: '1px' }}
            >
              {draft.note}
              <ConflictChoices edit={edit} labelOf={campaignLabelOf} format={formatCampaignValue} />
              <BuilderSections
                clientColor={client.whiteLabelEnabled ? client.brand.color : undefined}
                clientId={client.id}
                campaignId={campaign?.id}
                landingBase={landingBase(campaign?.landingUrl, client.handle)}
              />
            </Box>
            <Box display={displayFor('preview')} flex="1" minWidth="0" bg="bg.muted">
              <PreviewPane client={client} productName={productName} />
            </Box>
          </Flex>
        </Flex>
        {dialog.kind === 'preview' && (
          <PreviewDialog client={client} productName={productName} onClose={dialog.close} />
        )}
        {draft.dialog}
        {dialog.kind === 'versions' && campaign && (
          <CampaignVersionsDrawer
            campaign={campaign}
            isUnsaved={isUnsaved}
            onRestore={restore}
            onClose={dialog.close}
          />
        )}
        {dialog.kind === 'qr' && campaign && <QrDialog campaign={campaign} onClose={dialog.close} />}
      </FormProvider>
    </BuilderSessionProvider>
  );
}

function landingBase(landingUrl: string | undefined, handle: string): string {
  return landingUrl?.replace(/[^/]*$/, '') ?? `${location.origin}/landing/${handle}/`;
}
