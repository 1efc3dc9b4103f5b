import { Box, Flex } from '@chakra-ui/react';
import type { CampaignFieldsFragment, ClientFieldsFragment } from '../../shared/graphql/generated';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { fieldErrorsOf, errorMessageOf } from '../../shared/api-error';
import { paths } from '../../shared/paths';
import { showFieldErrors } from '../../ui/form/form-errors';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { PreviewDialog } from './preview/preview-dialog';
import { BuilderHeader } from './builder-header';
import { BuilderSections } from './builder-sections';
import { type CampaignDraft, toCampaignDraft } from './campaign-draft';
import { campaignTemplate } from './campaign-template';
import { PreviewPane } from './preview/preview-pane';
import { QrDialog } from './qr-dialog';
import { UnsavedChangesGuard } from './unsaved-changes-guard';
import { useSaveCampaign } from './use-save-campaign';
import { type BuilderView, ViewSwitcherBar } from './view-switcher-bar';

interface Props {
  client: ClientFieldsFragment;
  /** The campaign to edit. Without it, saving creates a new one. */
  campaign?: CampaignFieldsFragment;
  productName: string;
  backPath: string;
}

/** The campaign editor: form on the left and a live preview on the right. Phones show one of them at a time. */
export function Builder({ client, campaign, productName, backPath }: Props) {
  const navigate = useNavigate();
  const saved = useMemo(() => (campaign ? toCampaignDraft(campaign) : campaignTemplate), [campaign]);
  // Values saved in another window are merged, except for fields with unsaved changes here.
  const form = useForm<CampaignDraft>({ defaultValues: saved, values: saved, resetOptions: { keepDirtyValues: true } });
  const { isDirty } = form.formState;
  const hasUnsavedChanges = useRef(false);
  useEffect(() => void (hasUnsavedChanges.current = isDirty), [isDirty]);
  const [side, setSide] = useState<BuilderView>('edit');
  const [dialog, setDialog] = useState<'preview' | 'qr'>();
  const onQrCode = campaign && (() => setDialog('qr'));
  const { save, isSaving } = useSaveCampaign(client.id, campaign?.id);

  const saveDraft = async (draft: CampaignDraft) => {
    try {
      const savedCampaign = await save(draft);
      form.reset(toCampaignDraft(savedCampaign), { keepDirtyValues: false });
      hasUnsavedChanges.current = false;
      showToast(toasts.campaignSaved);
      if (!campaign) void navigate(paths.campaignBuilder.href(client.id, savedCampaign.id), { replace: true });
    } catch (error) {
      setSide('edit');
      showFieldErrors(fieldErrorsOf(error), form.setError);
      showToast(toasts.campaignSaveFailed(errorMessageOf(error)));
    }
  };
  const submit = (event: FormEvent) => {
    // Server errors on fields without a rule of their own would otherwise block every later save.
    form.clearErrors();
    void form.handleSubmit(saveDraft, () => setSide('edit'))(event);
  };

  const displayFor = (panel: typeof side) => ({ base: side === panel ? 'block' : 'none', lg: 'block' });
  return (
    <FormProvider {...form}>
      <UnsavedChangesGuard isDirty={hasUnsavedChanges} />
      <Flex as="form" direction="column" height="100dvh" {...{ noValidate: true }} onSubmit={submit}>
        <BuilderHeader
          title={campaign?.name ?? 'New campaign'}
          backTo={backPath}
          landingUrl={campaign?.landingUrl}
          isDirty={isDirty}
          isSaving={isSaving}
          onPreview={() => setDialog('preview')}
          onQrCode={onQrCode}
        />
        <ViewSwitcherBar
          side={side}
          onChange={setSide}
          isDirty={isDirty}
          landingUrl={campaign?.landingUrl}
          onQrCode={onQrCode}
        />
        <Flex as="main" aria-label="Campaign builder" flex="1" minHeight="0">
          <Box
            display={displayFor('edit')}
            width={{ base: 'full', lg: '420px' }}
            flexShrink="0"
            overflowY="auto"
            scrollPaddingY="32"
            bg="bg.panel"
            borderRightWidth={{ lg: '1px' }}
          >
            <BuilderSections landingBase={landingBase(campaign?.landingUrl, client.handle)} />
          </Box>
          <Box display={displayFor('preview')} flex="1" minWidth="0" bg="bg.muted">
            <PreviewPane client={client} productName={productName} />
          </Box>
        </Flex>
      </Flex>
      {dialog === 'preview' && (
        <PreviewDialog client={client} productName={productName} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'qr' && campaign && <QrDialog campaign={campaign} onClose={() => setDialog(undefined)} />}
    </FormProvider>
  );
}

function landingBase(landingUrl: string | undefined, handle: string): string {
  return landingUrl?.replace(/[^/]*$/, '') ?? `${location.origin}/landing/${handle}/`;
}
