import { useApolloClient, useMutation } from '@apollo/client/react';
import { Box, Button, type ButtonProps, HStack, Text } from '@chakra-ui/react';
import { MAX_BULK_IDS } from '@dripline/contract/limits';
import { ChevronDown, type LucideIcon, Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { selectionMessages, selectionToasts } from '../../../messages/leads/lead-selection';
import { tagMessages } from '../../../messages/leads/lead-tags';
import { sharedMessages } from '../../../messages/shared';
import { errorCodeOf, errorMessageOf, fieldErrorsOf } from '../../../shared/api-error';
import { DeleteDialog } from '../../../shared/dialogs/delete-dialog';
import {
  DeleteLeadsDocument,
  LeadFieldsFragmentDoc,
  type LeadStatus,
  UpdateLeadsDocument,
} from '../../../shared/graphql/generated';
import { showToast, type ToastMessage } from '../../../ui/feedback/toaster';
import { MenuButton } from '../../../ui/menu/menu-button';
import { statusChoices } from '../lead-query';
import { SelectedTagsDialog } from '../tags/selected-tags-dialog';

interface SelectionBarProps {
  clientId: string;
  /** The selected leads, at least one. */
  ids: string[];
  onClear: () => void;
  /** Called for leads that were deleted, here or by somebody else. */
  onGone: (ids: string[]) => void;
}

/** The actions for the selected leads. It stays in view below the list, so that no row moves when it appears. */
export function SelectionBar({ clientId, ids, onClear, onGone }: SelectionBarProps) {
  const { cache } = useApolloClient();
  const [isDeleting, setDeleting] = useState(false);
  const [isTagging, setTagging] = useState(false);
  const [updateLeads] = useMutation(UpdateLeadsDocument);
  const [deleteLeads, { loading }] = useMutation(DeleteLeadsDocument);
  const showFailure = (error: unknown, failed: (reason?: string) => ToastMessage) => {
    const gone = ids.filter((_, index) => `ids.${index}` in fieldErrorsOf(error));
    if (errorCodeOf(error) !== 'NOT_FOUND' || gone.length === 0) return showToast(failed(errorMessageOf(error)));
    showToast(selectionToasts.missing);
    onGone(gone);
  };
  const setStatus = async (status: LeadStatus) => {
    const leads = ids.flatMap((id) => {
      const lead = cache.readFragment({
        id: cache.identify({ __typename: 'Lead', id })!,
        fragment: LeadFieldsFragmentDoc,
        fragmentName: 'LeadFields',
      });
      return lead
        ? [
            {
              __typename: 'Lead' as const,
              id,
              status,
              tags: lead.tags,
              updatedAt: lead.updatedAt,
              version: lead.version,
            },
          ]
        : [];
    });
    try {
      await updateLeads({ variables: { clientId, ids, status }, optimisticResponse: { updateLeads: leads } });
      showToast(selectionToasts.updated(ids.length));
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
  return (
    <HStack role="region" aria-label={selectionMessages.selectedLeads} css={barStyle}>
      <Text textStyle="sm" fontWeight="medium" className="tabular" whiteSpace="nowrap">
        {ids.length} selected
      </Text>
      <BarButton label="Clear" icon={X} variant="ghost" marginEnd="auto" onClick={onClear} />
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
          <BarButton label={tagMessages.tags} icon={Tag} variant="outline" onClick={() => setTagging(true)} />
          <BarButton
            label={sharedMessages.delete}
            icon={Trash2}
            variant="outline"
            color="fg.error"
            onClick={() => setDeleting(true)}
          />
        </>
      )}
      {isTagging && <SelectedTagsDialog clientId={clientId} ids={ids} onClose={() => setTagging(false)} />}
      {isDeleting && (
        <DeleteDialog
          name={selectionMessages.nameOf(ids.length)}
          busy={loading}
          onConfirm={() => void deleteAll()}
          onClose={() => setDeleting(false)}
        >
          {selectionMessages.deletedToo}
        </DeleteDialog>
      )}
    </HStack>
  );
}

/** Phones show its icon only. */
const BarButton = ({ label, icon: Icon, ...button }: ButtonProps & { label: string; icon: LucideIcon }) => (
  <Button {...buttonStyle} aria-label={label} {...button}>
    <Icon aria-hidden="true" />
    <Box as="span" hideBelow="md">
      {label}
    </Box>
  </Button>
);

const buttonStyle = { size: 'sm', colorPalette: 'gray', flexShrink: '0', paddingX: { base: '2', md: '3' } } as const;

const barStyle = {
  position: 'sticky',
  bottom: '4',
  zIndex: '2',
  alignSelf: 'center',
  width: { base: 'full', md: 'auto' },
  minWidth: { md: '28rem' },
  gap: { base: '1', md: '2' },
  paddingY: '2',
  paddingStart: { base: '3', md: '4' },
  paddingEnd: '2',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  shadow: 'float',
} as const;
