import { useMutation } from '@apollo/client/react';
import { HStack } from '@chakra-ui/react';
import { useState } from 'react';
import { playbookMessages as messages, playbookToasts } from '../../messages/agency/playbooks';
import { errorMessageOf } from '../../shared/api-error';
import { PlaybookSourcesDocument, UpdatePlaybookDocument } from '../../shared/graphql/generated';
import { useWholeList } from '../../shared/use-whole-list';
import { BusyButton } from '../../ui/button/busy-button';
import { showToast } from '../../ui/feedback/toaster';
import { Select } from '../../ui/form/select';

/** Chooses the campaign of a client as the source of a playbook whose own source was deleted. */
export function SourceChoice({ playbookId: id }: { playbookId: string }) {
  const { items = [] } = useWholeList(PlaybookSourcesDocument, { id }, ({ playbook }) => playbook.copies);
  const [campaignId, setCampaignId] = useState('');
  const [update, { loading }] = useMutation(UpdatePlaybookDocument, {
    variables: { id, input: { campaignId } },
    onCompleted: () => showToast(playbookToasts.saved),
    onError: (error) => showToast(playbookToasts.saveFailed(errorMessageOf(error))),
  });
  return (
    <HStack gap="2" flexWrap="wrap">
      <Select
        aria-label={messages.newSource}
        size="sm"
        width="14rem"
        bg="bg.panel"
        options={[
          { value: '', label: messages.chooseSource },
          ...items.map(({ campaign, client }) => ({ value: campaign.id, label: client.businessName })),
        ]}
        value={campaignId}
        onChange={({ target }) => setCampaignId(target.value)}
      />
      <BusyButton
        size="sm"
        disabled={campaignId === ''}
        loading={loading}
        loadingText={messages.useSource}
        onClick={() => void update()}
      >
        {messages.useSource}
      </BusyButton>
    </HStack>
  );
}
