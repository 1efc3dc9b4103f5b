import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Drawer, HStack, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { ExternalLink, Pencil, Plus, RefreshCw, Send, Trash2 } from 'lucide-react';
import { consoleMessages } from '../../messages/admin-console';
import { playbookMessages as messages, playbookToasts } from '../../messages/agency/playbooks';
import { abTestMessages } from '../../messages/campaigns/ab-tests';
import { sharedMessages } from '../../messages/shared';
import { errorCodeOf, errorMessageOf } from '../../shared/api-error';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { useDialogPanel } from '../../shared/dialogs/use-dialog-panel';
import { formatCount } from '../../shared/format';
import { PlaybookDocument, type PlaybookQuery, PublishPlaybookDocument } from '../../shared/graphql/generated';
import { paths } from '../../shared/paths';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';
import { retry } from '../../shared/retry';
import { BusyButton } from '../../ui/button/busy-button';
import { IconAction } from '../../ui/button/icon-action';
import { LinkButton } from '../../ui/button/link-button';
import { Figure } from '../../ui/data/figure';
import { DrawerShell } from '../../ui/dialog/drawer-shell';
import { LoadError } from '../../ui/feedback/load-error';
import { showToast } from '../../ui/feedback/toaster';
import { AddClientsDialog } from './add-clients-dialog';
import { DeletePlaybookDialog } from './delete-playbook-dialog';
import { PlaybookCopies } from './playbook-copies';
import { PlaybookDialog } from './playbook-dialog';
import { PlaybookVersions } from './playbook-versions';
import { SourceChoice } from './source-choice';
import { UpdateClientsDialog } from './update-clients-dialog';

/** The dialogs over the drawer. The first is none. */
const panels = ['', 'edit', 'delete', 'add', 'update'];

interface PlaybookDrawerProps {
  id: string;
  onClose: () => void;
}

/** A playbook: its source, figures, clients and versions, with all that can be done with it. */
export function PlaybookDrawer({ id, onClose }: PlaybookDrawerProps) {
  const { data, error, refetch, fetchMore, loading } = useQuery(PlaybookDocument, {
    variables: { id },
    ...refreshedOnOpen,
  });
  const { panel, show } = useDialogPanel(panels);
  const playbook = data?.playbook;
  const close = () => show('');
  if (!playbook && ['NOT_FOUND', 'BAD_USER_INPUT'].includes(errorCodeOf(error) ?? ''))
    return <NotFoundDialog what="playbook" onClose={onClose} />;
  const { nodes = [], pageInfo } = playbook?.versions ?? {};
  return (
    <DrawerShell width="896px" closeOnInteractOutside focusesItself onClose={onClose}>
      <Drawer.Header flexDirection="column" alignItems="start" gap="1" borderBottomWidth="1px" paddingEnd="14">
        <Drawer.Title overflowWrap="anywhere" dir="auto">
          {playbook?.name ?? messages.playbook}
        </Drawer.Title>
        {playbook?.description && (
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere" whiteSpace="pre-wrap" dir="auto">
            {playbook.description}
          </Text>
        )}
      </Drawer.Header>
      <Drawer.Body tabIndex={0}>
        <Stack gap="6" paddingY="4">
          {!playbook && error && <LoadError subject="the playbook" onRetry={() => retry(refetch())} />}
          {!playbook && !error && ['a', 'b', 'c'].map((key) => <Skeleton key={key} height="28" />)}
          {playbook && (
            <>
              <Source playbook={playbook} onEdit={() => show('edit')} onDelete={() => show('delete')} />
              <Figures playbook={playbook} />
              <PlaybookCopies
                playbookId={id}
                newestVersion={playbook.newestVersion}
                actions={
                  <>
                    {playbook.outdatedCount > 0 && (
                      <Button size="sm" onClick={() => show('update')}>
                        <RefreshCw aria-hidden="true" /> {messages.update}
                      </Button>
                    )}
                    <Button
                      size="sm"
                      {...(playbook.outdatedCount > 0 && { variant: 'outline', colorPalette: 'gray' })}
                      onClick={() => show('add')}
                    >
                      <Plus aria-hidden="true" /> {messages.add}
                    </Button>
                  </>
                }
              />
              <PlaybookVersions
                versions={nodes}
                isLoading={loading}
                onMore={
                  pageInfo?.hasNextPage
                    ? () => fetchMore({ variables: { first: 25, after: pageInfo.endCursor } })
                    : undefined
                }
              />
            </>
          )}
        </Stack>
      </Drawer.Body>
      {playbook && panel === 'edit' && <PlaybookDialog playbook={playbook} onClose={close} />}
      {playbook && panel === 'delete' && (
        <DeletePlaybookDialog playbook={playbook} onDeleted={onClose} onClose={close} />
      )}
      {playbook && panel === 'add' && <AddClientsDialog playbook={playbook} onClose={close} />}
      {playbook && panel === 'update' && <UpdateClientsDialog playbook={playbook} onClose={close} />}
    </DrawerShell>
  );
}

interface SourceProps {
  playbook: PlaybookQuery['playbook'];
  onEdit: () => void;
  onDelete: () => void;
}

/** Where the content comes from, and what changes the playbook itself. */
function Source({ playbook: { id, campaign, copyCount }, onEdit, onDelete }: SourceProps) {
  const [publish, { loading }] = useMutation(PublishPlaybookDocument, {
    variables: { id },
    onCompleted: ({ publishPlaybook }) => showToast(playbookToasts.published(publishPlaybook.newestVersion)),
    onError: (error) => showToast(playbookToasts.publishFailed(errorMessageOf(error))),
  });
  return (
    <HStack justify="space-between" align="start" gap="2" flexWrap="wrap">
      {campaign ? (
        <HStack gap="2" flexWrap="wrap" flex="1 1 14rem">
          <LinkButton
            to={paths.campaignBuilder.admin.href(campaign.clientId, campaign.id)}
            size="sm"
            variant="outline"
            colorPalette="gray"
          >
            <ExternalLink aria-hidden="true" /> {messages.editSource}
          </LinkButton>
          <BusyButton
            size="sm"
            variant="outline"
            colorPalette="gray"
            loading={loading}
            loadingText={messages.publish}
            onClick={() => void publish()}
          >
            <Send aria-hidden="true" /> {messages.publish}
          </BusyButton>
        </HStack>
      ) : (
        <Stack bg="bg.muted" borderRadius="l2" padding="3" gap="3" flex="1" minWidth="14rem">
          <Text textStyle="sm">{copyCount > 0 ? messages.sourceDeleted : messages.sourceDeletedWithoutClients}</Text>
          {copyCount > 0 && <SourceChoice playbookId={id} />}
        </Stack>
      )}
      <HStack gap="1">
        <IconAction label={messages.edit} icon={Pencil} onClick={onEdit} />
        <IconAction label={messages.deletePlaybook} icon={Trash2} onClick={onDelete} />
      </HStack>
    </HStack>
  );
}

const Figures = ({ playbook: { copyCount, outdatedCount, figures } }: Pick<SourceProps, 'playbook'>) => (
  <SimpleGrid columns={{ base: 2, sm: 4 }} gap="4" className="tabular">
    <Figure
      size="lg"
      label={consoleMessages.clients}
      value={formatCount(copyCount)}
      detail={outdatedCount > 0 ? formatCount(outdatedCount) + messages.behindSuffix : undefined}
    />
    <Figure size="lg" label={abTestMessages.views} value={formatCount(figures.views)} />
    <Figure size="lg" label={sharedMessages.leads} value={formatCount(figures.leads)} />
    <Figure size="lg" label={sharedMessages.conversions} value={formatCount(figures.qualified)} />
  </SimpleGrid>
);
