import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { Badge, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { Kanban, Pencil, Save, Table2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { savedViewMessages, savedViewToasts } from '../../../messages/leads/saved-views';
import { WhenEditable } from '../../../shared/dashboard-access';
import { DeleteDialog } from '../../../shared/dialogs/delete-dialog';
import {
  CreateSavedViewDocument,
  DeleteSavedViewDocument,
  type SavedViewFieldsFragment,
  SavedViewsDocument,
  UpdateSavedViewDocument,
} from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { IconAction } from '../../../ui/button/icon-action';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { LoadError } from '../../../ui/feedback/load-error';
import { showToast } from '../../../ui/feedback/toaster';
import { fromSavedQuery, isShown, type ShownLeads, toSavedQuery } from './saved-view-query';
import { ViewNameForm } from './view-name-form';

interface SavedViewsDialogProps {
  clientId: string;
  /** What the tab shows, which is what would be saved. */
  shown: ShownLeads;
  /** Shows what was saved. */
  onOpen: (saved: ShownLeads) => void;
  onClose: () => void;
}

/** The saved views: to open, save, rename, replace and delete. */
export function SavedViewsDialog({ clientId, shown, onOpen, onClose }: SavedViewsDialogProps) {
  const apollo = useApolloClient();
  const { data, error, refetch } = useQuery(SavedViewsDocument, { variables: { clientId } });
  const views = data?.client.savedViews.nodes;
  const create = async (name: string) => {
    const query = toSavedQuery(shown);
    await apollo.mutate({ mutation: CreateSavedViewDocument, variables: { clientId, name, query } });
    showToast(savedViewToasts.saved);
  };
  return (
    <ViewDialog title={savedViewMessages.title} onClose={onClose}>
      <Stack gap="4" paddingBottom="4">
        {error && !views && <LoadError subject={savedViewMessages.listFailed} onRetry={() => retry(refetch())} />}
        {!error && !views && <Skeleton height="24" />}
        {views?.length === 0 && <Text color="fg.muted">{savedViewMessages.none}</Text>}
        {views && views.length > 0 && (
          <Stack as="ul" gap="0" aria-label={savedViewMessages.title}>
            {views.map((view) => (
              <ViewRow key={view.id} view={view} shown={shown} onOpen={onOpen} />
            ))}
          </Stack>
        )}
        <WhenEditable>
          <ViewNameForm
            label={savedViewMessages.newName}
            submitLabel={savedViewMessages.save}
            name=""
            onSave={create}
          />
        </WhenEditable>
      </Stack>
    </ViewDialog>
  );
}

interface ViewRowProps extends Pick<SavedViewsDialogProps, 'shown' | 'onOpen'> {
  view: SavedViewFieldsFragment;
}

function ViewRow({ view: { id, name, query, version }, shown, onOpen }: ViewRowProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const [update, { loading }] = useMutation(UpdateSavedViewDocument);
  const isCurrent = isShown(query, shown);
  const Layout = query.layout === 'board' ? Kanban : Table2;
  const close = () => setDialog(undefined);
  const replace = () =>
    void update({
      variables: { id, query: toSavedQuery(shown), expectedVersion: version },
      onCompleted: () => showToast(savedViewToasts.updated),
      onError: () => showToast(savedViewToasts.updateFailed),
    });
  const rename = async (next: string) => {
    await update({ variables: { id, name: next, expectedVersion: version } });
    showToast(savedViewToasts.updated);
    close();
  };
  return (
    <HStack as="li" gap="1" borderBottomWidth="1px" paddingY="1" listStyleType="none">
      {dialog === 'rename' ? (
        <ViewNameForm
          label={savedViewMessages.name}
          submitLabel="Save name"
          name={name}
          onSave={rename}
          onCancel={close}
        />
      ) : (
        <>
          <Button
            {...nameStyle}
            aria-label={`Open ${name}`}
            aria-current={isCurrent || undefined}
            onClick={() => onOpen(fromSavedQuery(query))}
          >
            <Layout aria-hidden="true" />
            <Text truncate dir="auto">
              {name}
            </Text>
            {isCurrent && <Badge>{savedViewMessages.current}</Badge>}
          </Button>
          <WhenEditable>
            <IconAction
              label={savedViewMessages.update(name)}
              icon={Save}
              disabled={isCurrent || loading}
              onClick={replace}
            />
            <IconAction label={`Rename ${name}`} icon={Pencil} onClick={() => setDialog('rename')} />
            <IconAction label={`Delete ${name}`} icon={Trash2} onClick={() => setDialog('delete')} />
          </WhenEditable>
        </>
      )}
      {dialog === 'delete' && <DeleteViewDialog id={id} name={name} onClose={close} />}
    </HStack>
  );
}

function DeleteViewDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [remove, { loading }] = useMutation(DeleteSavedViewDocument, {
    variables: { id },
    onCompleted: () => showToast(savedViewToasts.deleted),
    onError: () => {
      showToast(savedViewToasts.deleteFailed);
      onClose();
    },
  });
  return (
    <DeleteDialog name={name} busy={loading} onConfirm={() => void remove()} onClose={onClose}>
      {savedViewMessages.leadsStay}
    </DeleteDialog>
  );
}

const nameStyle = {
  variant: 'ghost',
  colorPalette: 'gray',
  flex: '1',
  minWidth: '0',
  justifyContent: 'start',
  paddingX: '2',
  _icon: { boxSize: '4', color: 'fg.muted' },
} as const;
