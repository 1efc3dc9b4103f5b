import { Box, Flex } from '@chakra-ui/react';
import type { CampaignFieldsFragment, ClientFieldsFragment } from '../../shared/graphql/generated';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { fieldsOf, messageOf } from '../../shared/api-error';
import { paths } from '../../shared/paths';
import { showFieldErrors } from '../../ui/form/form-errors';
import { notify } from '../../ui/feedback/toaster';
import { notices } from '../../messages/toasts';
import { BigPreview } from './preview/preview-dialog';
import { BuilderHeader } from './builder-header';
import { BuilderPanel } from './builder-sections';
import { type CampaignDraft, toDraft } from './campaign-draft';
import { campaignTemplate } from './campaign-template';
import { PreviewPane } from './preview/preview-pane';
import { QrDialog } from './qr-dialog';
import { UnsavedGuard } from './unsaved-changes-guard';
import { useSaveCampaign } from './use-save-campaign';
import { type Side, ViewBar } from './view-switcher-bar';

interface Props {
  client: ClientFieldsFragment;
  /** The campaign to change; a new one is made without it. */
  campaign?: CampaignFieldsFragment;
  productName: string;
  backTo: string;
}

/** A campaign's editor: side panel on the left, its landing page as it will be on the right; on phones one at a time. */
export function Builder({ client, campaign, productName, backTo }: Props) {
  const navigate = useNavigate();
  const saved = useMemo(() => (campaign ? toDraft(campaign) : campaignTemplate), [campaign]);
  // What another window saved is taken in; what is being typed here stays.
  const form = useForm<CampaignDraft>({ defaultValues: saved, values: saved, resetOptions: { keepDirtyValues: true } });
  const { isDirty } = form.formState;
  const guarded = useRef(false);
  useEffect(() => void (guarded.current = isDirty), [isDirty]);
  const [side, setSide] = useState<Side>('edit');
  const [dialog, setDialog] = useState<'preview' | 'qr'>();
  const onQrCode = campaign && (() => setDialog('qr'));
  const { save, isSaving } = useSaveCampaign(client.id, campaign?.id);

  const store = async (draft: CampaignDraft) => {
    try {
      const stored = await save(draft);
      form.reset(toDraft(stored), { keepDirtyValues: false });
      guarded.current = false;
      notify(notices.campaignSaved);
      if (!campaign) void navigate(paths.campaignBuilder.href(client.id, stored.id), { replace: true });
    } catch (error) {
      setSide('edit');
      showFieldErrors(fieldsOf(error), form.setError);
      notify(notices.campaignSaveFailed(messageOf(error)));
    }
  };
  const submit = (event: FormEvent) => {
    // The server's reasons at questions and the like would otherwise stand in the way of every later save.
    form.clearErrors();
    void form.handleSubmit(store, () => setSide('edit'))(event);
  };

  const only = (which: typeof side) => ({ base: side === which ? 'block' : 'none', lg: 'block' });
  return (
    <FormProvider {...form}>
      <UnsavedGuard isDirty={guarded} />
      <Flex as="form" direction="column" height="100dvh" {...{ noValidate: true }} onSubmit={submit}>
        <BuilderHeader
          title={campaign?.name ?? 'New Campaign'}
          backTo={backTo}
          landingUrl={campaign?.landingUrl}
          isDirty={isDirty}
          isSaving={isSaving}
          onPreview={() => setDialog('preview')}
          onQrCode={onQrCode}
        />
        <ViewBar
          side={side}
          onChange={setSide}
          isDirty={isDirty}
          landingUrl={campaign?.landingUrl}
          onQrCode={onQrCode}
        />
        <Flex as="main" aria-label="Campaign builder" flex="1" minHeight="0">
          <Box
            display={only('edit')}
            width={{ base: 'full', lg: '420px' }}
            flexShrink="0"
            overflowY="auto"
            scrollPaddingY="32"
            bg="bg.panel"
            borderRightWidth={{ lg: '1px' }}
          >
            <BuilderPanel landingBase={landingBase(campaign?.landingUrl, client.handle)} />
          </Box>
          <Box display={only('preview')} flex="1" minWidth="0" bg="bg.muted">
            <PreviewPane client={client} productName={productName} />
          </Box>
        </Flex>
      </Flex>
      {dialog === 'preview' && (
        <BigPreview client={client} productName={productName} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'qr' && campaign && <QrDialog campaign={campaign} onClose={() => setDialog(undefined)} />}
    </FormProvider>
  );
}

function landingBase(landingUrl: string | undefined, handle: string): string {
  return landingUrl?.replace(/[^/]*$/, '') ?? `${location.origin}/landing/${handle}/`;
}
