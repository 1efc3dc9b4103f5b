import { useApolloClient, useMutation } from '@apollo/client/react';
import { Box, Button, type ButtonProps, HStack, Text } from '@chakra-ui/react';
import { MAX_BULK_IDS } from '@dripline/contract/limits';
import { ChevronDown, Download, type LucideIcon, MessageSquareText, Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { dashboardMessages } from '../../../messages/dashboard';
import { selectionMessages, selectionToasts } from '../../../messages/leads/lead-selection';
import { tagMessages } from '../../../messages/leads/lead-tags';
import { leadJobMessages } from '../../../messages/leads/lead-jobs';
import { sharedMessages } from '../../../messages/shared';
import { errorCodeOf, errorMessageOf, fieldErrorsOf } from '../../../shared/api-error';
import { useCsvDownload } from '../../../shared/csv-download';
import { formatCount, plural } from '../../../shared/format';
import { DeleteDialog } from '../../../shared/dialogs/delete-dialog';
import {
  DeleteLeadsDocument,
  type LeadStatus,
  SelectedLeadsCsvDocument,
  StartSequencesDocument,
  StopSequencesDocument,
} from '../../../shared/graphql/generated';
import { showToast, type ToastMessage } from '../../../ui/feedback/toaster';
import { MenuButton } from '../../../ui/menu/menu-button';
import { statusChoices } from '../lead-query';
import { OwnerMenu } from '../owners/owner-menu';
import { type OwnerChoice, useChangeOwner } from '../owners/use-change-owner';
import { SelectedTagsDialog } from '../tags/selected-tags-dialog';
import { isSameTag, useChangeTags } from '../tags/use-change-tags';
import { useShowChange } from './use-show-change';
import { useUpdateLeads } from './use-update-leads';
import { SelectedSequencesDialog } from './selected-sequences-dialog';

interface SelectionBarProps {
  clientId: string;
  /** The selected leads, at least one. */
  ids: string[];
  /** Selects all leads of the page, if there are more. Tables have a checkbox for it. */
  onSelectPage?: (() => void) | undefined;
  /** Selects all leads that match the filter, if there are more. */
  onSelectMatching?: { total: number; select: () => void } | undefined;
  onClear: () => void;
  /** Called for leads that were deleted, here or by somebody else. */
  onGone: (ids: string[]) => void;
}

/** The actions for the selected leads. It stays in view below the list, so that no row moves when it appears. */
export function SelectionBar({ clientId, ids, onSelectPage, onSelectMatching, onClear, onGone }: SelectionBarProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [isTagging, setTagging] = useState(false);
  const [isSequencing, setSequencing] = useState(false);
  const apollo = useApolloClient();
  const updateLeads = useUpdateLeads(clientId);
  const showChange = useShowChange(clientId);
  const [deleteLeads, { loading }] = useMutation(DeleteLeadsDocument);
  const changeTags = useChangeTags(clientId);
  const changeOwner = useChangeOwner(clientId);
  const [startSequences] = useMutation(StartSequencesDocument);
  const [stopSequences] = useMutation(StopSequencesDocument);
  const { download, isLoading } = useCsvDownload({
    fileName: 'leads.csv',
    loadPart: async (after) =>
      (
        await apollo.query({
          query: SelectedLeadsCsvDocument,
          variables: { clientId, ids, after },
          fetchPolicy: 'no-cache',
        })
      ).data!.leadsCsv,
    notDownloaded: selectionToasts.notExported,
  });
  const name = selectionMessages.nameOf(ids.length);
  const showFailure = (error: unknown, failed: (reason?: string) => ToastMessage) => {
    const gone = ids.filter((_, index) => `ids.${index}` in fieldErrorsOf(error));
    if (errorCodeOf(error) !== 'NOT_FOUND' || gone.length === 0) return showToast(failed(errorMessageOf(error)));
    showToast(selectionToasts.missing);
    onGone(gone);
  };
  const setStatus = async (status: LeadStatus) => {
    try {
      const changed = await updateLeads(ids, { status }, () => ({ status }));
      showChange(ids.length, changed, (before) => ({ status: before.status }));
    } catch (error) {
      showFailure(error, selectionToasts.updateFailed);
    }
  };
  const deleteAll = async () => {
    try {
      await deleteLeads({ variables: { clientId, ids } });
      showToast(selectionToasts.deleted(ids.length));
      onGone(ids);
    } catch (error) {
      showFailure(error, selectionToasts.deleteFailed);
    }
    setDeleting(false);
  };
  const applyTags = async (change: { add?: string; remove?: string }) => {
    const changed = await changeTags(ids, change);
    if (!changed) return;
    showChange(ids.length, changed, ({ tags }) => ({
      addTags: tags.filter((tag) => isSameTag(tag, change.remove ?? '')),
      removeTags: [change.add ?? []].flat().filter((added) => !tags.some((tag) => isSameTag(tag, added))),
    }));
  };
  const setOwner = async (owner: OwnerChoice) => {
    const changed = await changeOwner(ids, owner);
    if (changed) showChange(ids.length, changed, (before) => ({ ownerId: before.owner?.id ?? null }));
  };
  const startSequence = async (sequenceId: string) => {
    try {
      const started = (await startSequences({ variables: { clientId, ids, sequenceId } })).data!.startSequences;
      if (started.skipped.length > 0) return started;
      showToast(selectionToasts.started(plural(started.started, 'lead')));
    } catch (error) {
      showFailure(error, selectionToasts.startFailed);
    }
    return undefined;
  };
  const stopAll = async () => {
    try {
      showToast(selectionToasts.stopped((await stopSequences({ variables: { clientId, ids } })).data!.stopSequences));
    } catch (error) {
      showFailure(error, selectionToasts.stopFailed);
    }
  };
  return (
    <HStack role="region" aria-label={selectionMessages.selectedLeads} css={barStyle}>
      <HStack gap={{ base: '1', md: '2' }} flex={{ base: '1 1 100%', md: '1' }}>
        <Text textStyle="sm" fontWeight="medium" className="tabular" whiteSpace="nowrap">
          {ids.length} selected
        </Text>
        <BarButton label="Clear" icon={X} variant="ghost" marginEnd="auto" onClick={onClear} />
        {onSelectPage && (
          <Button {...buttonStyle} variant="subtle" hideFrom="md" onClick={onSelectPage}>
            {selectionMessages.selectPage}
          </Button>
        )}
        {onSelectMatching && (
          <Button {...buttonStyle} variant="subtle" onClick={onSelectMatching.select}>
            {leadJobMessages.selectAll(formatCount(onSelectMatching.total))}
          </Button>
        )}
      </HStack>
      {ids.length > MAX_BULK_IDS ? (
        <Text textStyle="sm" color="fg.muted">
          {selectionMessages.tooMany}
        </Text>
      ) : (
        <>
          <MenuButton
            {...buttonStyle}
            variant="outline"
            items={statusChoices}
            onSelect={(status) => void setStatus(status as LeadStatus)}
          >
            {selectionMessages.setStatus}
            <Box hideBelow="md">
              <ChevronDown aria-hidden="true" />
            </Box>
          </MenuButton>
          <OwnerMenu clientId={clientId} onChoose={(owner) => void setOwner(owner)} />
          <BarButton label={tagMessages.tags} icon={Tag} variant="outline" onClick={() => setTagging(true)} />
          <BarButton
            label={selectionMessages.sequences}
            icon={MessageSquareText}
            variant="outline"
            onClick={() => setSequencing(true)}
          />
          <BarButton
            label={dashboardMessages.exportLeads}
            icon={Download}
            variant="outline"
            aria-disabled={isLoading}
            onClick={() => !isLoading && void download()}
          />
          <BarButton
            label={sharedMessages.delete}
            icon={Trash2}
            variant="outline"
            color="fg.error"
            onClick={() => setDeleting(true)}
          />
        </>
      )}
      {isTagging && (
        <SelectedTagsDialog
          clientId={clientId}
          name={name}
          onApply={(tags) => void applyTags(tags)}
          onClose={() => setTagging(false)}
        />
      )}
      {isSequencing && (
        <SelectedSequencesDialog
          clientId={clientId}
          name={name}
          onStart={startSequence}
          onStop={stopAll}
          onClose={() => setSequencing(false)}
        />
      )}
      {isDeleting && (
        <DeleteDialog name={name} busy={loading} onConfirm={() => void deleteAll()} onClose={() => setDeleting(false)}>
          {selectionMessages.deletedToo}
        </DeleteDialog>
      )}
    </HStack>
  );
}

/** Phones show its icon only. */
export const BarButton = ({ label, icon: Icon, ...button }: ButtonProps & { label: string; icon: LucideIcon }) => (
  <Button {...buttonStyle} aria-label={label} {...button}>
    <Icon aria-hidden="true" />
    <Box as="span" hideBelow="md">
      {label}
    </Box>
  </Button>
);

export const buttonStyle = {
  size: 'sm',
  colorPalette: 'gray',
  flexShrink: '0',
  paddingX: { base: '2', md: '3' },
} as const;

export const barStyle = {
  position: 'sticky',
  bottom: '4',
  zIndex: '2',
  alignSelf: 'center',
  width: { base: 'full', md: 'auto' },
  minWidth: { md: '28rem' },
  // In narrow windows, the actions are below the count.
  flexWrap: 'wrap',
  gap: { base: '1', md: '2' },
  paddingY: '2',
  paddingStart: { base: '3', md: '4' },
  paddingEnd: '2',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  shadow: 'float',
} as const;
