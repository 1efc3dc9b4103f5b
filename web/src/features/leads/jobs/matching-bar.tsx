import { useMutation } from '@apollo/client/react';
import { Box, HStack, Text } from '@chakra-ui/react';
import { ChevronDown, Download, MessageSquareText, Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { dashboardMessages } from '../../../messages/dashboard';
import { leadJobMessages, leadJobToasts } from '../../../messages/leads/lead-jobs';
import { selectionMessages } from '../../../messages/leads/lead-selection';
import { tagMessages } from '../../../messages/leads/lead-tags';
import { sharedMessages } from '../../../messages/shared';
import { errorMessageOf } from '../../../shared/api-error';
import { DeleteDialog } from '../../../shared/dialogs/delete-dialog';
import { formatCount } from '../../../shared/format';
import { type LeadActionInput, type LeadStatus, StartLeadJobDocument } from '../../../shared/graphql/generated';
import { showToast } from '../../../ui/feedback/toaster';
import { MenuButton } from '../../../ui/menu/menu-button';
import { useLeadsExport } from '../export-leads-link';
import { type LeadFilter, statusChoices, toApiFilter } from '../lead-query';
import { OwnerMenu } from '../owners/owner-menu';
import { NOBODY } from '../owners/use-change-owner';
import { BarButton, barStyle, buttonStyle } from '../selection/selection-bar';
import { SelectedSequencesDialog } from '../selection/selected-sequences-dialog';
import { SelectedTagsDialog } from '../tags/selected-tags-dialog';

interface MatchingBarProps {
  clientId: string;
  /** All leads that match it are changed or exported. */
  filter: LeadFilter;
  /** The number of leads that match. */
  total: number;
  /** Called when nothing is selected any more, also after a change has started. */
  onClear: () => void;
}

/** The actions for all leads that match the filter. Each change is a job. */
export function MatchingBar({ clientId, filter, total, onClear }: MatchingBarProps) {
  const [opened, setOpened] = useState<'tags' | 'sequences' | 'delete'>();
  const [startJob, { loading }] = useMutation(StartLeadJobDocument);
  const { download } = useLeadsExport(clientId, filter);
  const name = leadJobMessages.nameOf(formatCount(total));
  const start = async (action: LeadActionInput) => {
    try {
      await startJob({ variables: { clientId, filter: toApiFilter(filter), action } });
      onClear();
    } catch (error) {
      showToast(leadJobToasts.notStarted(errorMessageOf(error)));
      setOpened(undefined);
    }
  };
  const close = () => setOpened(undefined);
  return (
    <HStack role="region" aria-label={selectionMessages.selectedLeads} css={barStyle}>
      <HStack gap={{ base: '1', md: '2' }} flex={{ base: '1 1 100%', md: '1' }}>
        <Text textStyle="sm" fontWeight="medium" className="tabular" whiteSpace="nowrap">
          {leadJobMessages.allSelected(formatCount(total))}
        </Text>
        <BarButton label="Clear" icon={X} variant="ghost" marginEnd="auto" onClick={onClear} />
      </HStack>
      <MenuButton
        {...buttonStyle}
        variant="outline"
        items={statusChoices}
        onSelect={(status) => void start({ status: status as LeadStatus })}
      >
        {selectionMessages.setStatus}
        <Box hideBelow="md">
          <ChevronDown aria-hidden="true" />
        </Box>
      </MenuButton>
      <OwnerMenu
        clientId={clientId}
        onChoose={({ value }) => void start(value === NOBODY ? { removeOwner: true } : { ownerId: value })}
      />
      <BarButton label={tagMessages.tags} icon={Tag} variant="outline" onClick={() => setOpened('tags')} />
      <BarButton
        label={selectionMessages.sequences}
        icon={MessageSquareText}
        variant="outline"
        onClick={() => setOpened('sequences')}
      />
      <BarButton
        label={dashboardMessages.exportLeads}
        icon={Download}
        variant="outline"
        onClick={() => void download()}
      />
      <BarButton
        label={sharedMessages.delete}
        icon={Trash2}
        variant="outline"
        color="fg.error"
        onClick={() => setOpened('delete')}
      />
      {opened === 'tags' && (
        <SelectedTagsDialog
          clientId={clientId}
          name={name}
          onApply={({ add, remove }) =>
            void start({ ...(add ? { addTags: [add] } : {}), ...(remove ? { removeTags: [remove] } : {}) })
          }
          onClose={close}
        />
      )}
      {opened === 'sequences' && (
        <SelectedSequencesDialog
          clientId={clientId}
          name={name}
          onStart={async (sequenceId) => void (await start({ sequenceId })) as undefined}
          onStop={() => start({ stopSequences: true })}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <DeleteDialog name={name} busy={loading} onConfirm={() => void start({ deleted: true })} onClose={close}>
          {leadJobMessages.deletedToo}
        </DeleteDialog>
      )}
    </HStack>
  );
}
