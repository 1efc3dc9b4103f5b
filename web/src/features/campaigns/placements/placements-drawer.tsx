import { useMutation, useQuery } from '@apollo/client/react';
import {
  Box,
  Button,
  CloseButton,
  Drawer,
  Flex,
  Heading,
  HStack,
  Input,
  Link,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@chakra-ui/react';
import { Copy, Download, Pencil, Plus, QrCode, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { placementMessages as messages, placementToasts } from '../../../messages/campaigns/placements';
import { sharedMessages } from '../../../messages/shared';
import { errorMessageOf } from '../../../shared/api-error';
import { copyLandingUrl } from '../../../shared/clipboard/copy-landing-url';
import { formatCount, formatRate } from '../../../shared/format';
import {
  type CampaignFieldsFragment,
  DeletePlacementDocument,
  PlacementsDocument,
  type PlacementWithStatsFragment,
} from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { retry } from '../../../shared/retry';
import { IconAction } from '../../../ui/button/icon-action';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog';
import { DrawerShell } from '../../../ui/dialog/drawer-shell';
import { Figure } from '../../../ui/data/figure';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { LoadError } from '../../../ui/feedback/load-error';
import { showToast } from '../../../ui/feedback/toaster';
import { SwitchField } from '../../../ui/form/switch-field';
import { Card } from '../../../ui/layout/card';
import { MenuButton } from '../../../ui/menu/menu-button';
import { PlacementDialog } from './placement-dialog';
import { type PlacementFile, usePlacementDownload } from './use-placement-download';

type Placement = PlacementWithStatsFragment;

interface PlacementsDrawerProps {
  campaign: Pick<CampaignFieldsFragment, 'id' | 'clientId' | 'name' | 'logoImageUrl'>;
  /** All campaigns of the client. */
  campaigns: readonly { id: string; name: string }[];
  onClose: () => void;
}

const files = Object.entries(messages.files).map(([value, label]) => ({ value, label }));

/** The places where a campaign’s QR code is printed, with what each brings, and their files. */
export function PlacementsDrawer({ campaign, campaigns, onClose }: PlacementsDrawerProps) {
  const { data, error, refetch } = useQuery(PlacementsDocument, {
    variables: { clientId: campaign.clientId, campaignId: campaign.id },
    ...refreshedOnOpen,
  });
  const [dialog, setDialog] = useState<{ kind: 'add' | 'edit' | 'delete'; placement?: Placement }>();
  const hasLogo = Boolean(campaign.logoImageUrl);
  const [color, setColor] = useState('#000000');
  const [logo, setLogo] = useState(hasLogo);
  const { download, busyId } = usePlacementDownload({ color, logo });
  const placements = data?.client.placements.nodes;
  const withoutCampaign = data?.client.withoutCampaign.nodes ?? [];
  const close = () => setDialog(undefined);
  const toCard = (placement: Placement) => (
    <PlacementCard
      key={placement.id}
      placement={placement}
      isBusy={busyId === placement.id}
      onDownload={(file) => void download(placement.id, file)}
      onEdit={() => setDialog({ kind: 'edit', placement })}
      onDelete={() => setDialog({ kind: 'delete', placement })}
    />
  );
  return (
    <DrawerShell width="672px" closeOnInteractOutside focusesItself onClose={onClose}>
      <Drawer.Header flexDirection="column" alignItems="start" gap="1" borderBottomWidth="1px" paddingEnd="14">
        <Drawer.Title overflowWrap="anywhere">{messages.title(campaign.name)}</Drawer.Title>
        <Text textStyle="sm" color="fg.muted">
          {messages.description}
        </Text>
      </Drawer.Header>
      <Drawer.Body tabIndex={0}>
        <Stack gap="4" paddingY="4">
          <Flex gap="4" align="center" justify="space-between" flexWrap="wrap">
            <HStack gap="6" flexWrap="wrap">
              <HStack as="label" gap="2" textStyle="sm" fontWeight="medium">
                {messages.color}
                <Input
                  type="color"
                  width="12"
                  height="9"
                  padding="1"
                  value={color}
                  onChange={(event) => setColor(event.target.value)}
                />
              </HStack>
              {hasLogo ? (
                <Box>
                  <SwitchField label={messages.logo} checked={logo} onChange={setLogo} />
                </Box>
              ) : (
                <Text textStyle="sm" color="fg.muted">
                  {messages.noLogo}
                </Text>
              )}
            </HStack>
            {placements && placements.length > 0 && (
              <Button size="sm" onClick={() => setDialog({ kind: 'add' })}>
                <Plus aria-hidden="true" /> {messages.add}
              </Button>
            )}
          </Flex>
          {placements?.length === 0 && (
            <Card>
              <EmptyState
                icon={QrCode}
                title={messages.noneTitle}
                action={
                  <Button size="sm" onClick={() => setDialog({ kind: 'add' })}>
                    <Plus aria-hidden="true" /> {messages.add}
                  </Button>
                }
              >
                {messages.noneText}
              </EmptyState>
            </Card>
          )}
          {!placements && error && <LoadError subject="the placements" onRetry={() => retry(refetch())} />}
          {!placements && !error && ['a', 'b'].map((key) => <Skeleton key={key} height="28" />)}
          {placements?.map(toCard)}
          {withoutCampaign.length > 0 && (
            <Stack gap="1" paddingTop="4">
              <Heading as="h3" size="sm">
                {messages.withoutCampaign}
              </Heading>
              <Text textStyle="sm" color="fg.muted" paddingBottom="2">
                {messages.withoutCampaignHint}
              </Text>
              <Stack gap="4">{withoutCampaign.map(toCard)}</Stack>
            </Stack>
          )}
        </Stack>
      </Drawer.Body>
      <Drawer.CloseTrigger asChild>
        <CloseButton size="sm" colorPalette="gray" />
      </Drawer.CloseTrigger>
      {dialog && dialog.kind !== 'delete' && (
        <PlacementDialog
          campaignId={campaign.id}
          campaigns={campaigns}
          {...(dialog.placement ? { placement: dialog.placement } : {})}
          onClose={close}
        />
      )}
      {dialog?.placement && dialog.kind === 'delete' && (
        <DeletePlacementDialog placement={dialog.placement} onClose={close} />
      )}
    </DrawerShell>
  );
}

interface PlacementCardProps {
  placement: Placement;
  isBusy: boolean;
  onDownload: (file: PlacementFile) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function PlacementCard({ placement, isBusy, onDownload, onEdit, onDelete }: PlacementCardProps) {
  const { name, url, stats } = placement;
  return (
    <Card as="article" aria-label={name} padding="4">
      <Stack gap="3">
        <Flex gap="3" justify="space-between" align="start">
          <Box minWidth="0">
            <Heading as="h3" size="sm" overflowWrap="anywhere" dir="auto">
              {name}
            </Heading>
            <Link href={url} target="_blank" rel="noreferrer" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {url.replace(/^https?:\/\//, '')}
            </Link>
          </Box>
          <HStack gap="1" flexShrink="0" marginTop="-1" marginEnd="-1">
            <IconAction label={messages.copyUrl(name)} icon={Copy} onClick={() => void copyLandingUrl(url)} />
            <IconAction label={messages.edit(name)} icon={Pencil} onClick={onEdit} />
            <IconAction label={messages.remove(name)} icon={Trash2} onClick={onDelete} />
          </HStack>
        </Flex>
        <Flex gap="4" justify="space-between" align="end" flexWrap="wrap">
          <SimpleGrid columns={3} gap="6" className="tabular">
            <Figure label={messages.scans} value={formatCount(stats.scans)} />
            <Figure
              label={sharedMessages.leads}
              value={formatCount(stats.leads)}
              detail={shareOf(stats.leads, stats.scans)}
            />
            <Figure
              label={sharedMessages.conversions}
              value={formatCount(stats.qualified)}
              detail={shareOf(stats.qualified, stats.leads)}
            />
          </SimpleGrid>
          <MenuButton
            size="sm"
            variant="outline"
            colorPalette="gray"
            aria-label={messages.download(name)}
            disabled={isBusy}
            items={files}
            onSelect={(file) => onDownload(file as PlacementFile)}
          >
            <Download aria-hidden="true" /> {messages.downloadShort}
          </MenuButton>
        </Flex>
      </Stack>
    </Card>
  );
}

const shareOf = (part: number, whole: number) => (whole > 0 ? formatRate(part, whole) : undefined);

function DeletePlacementDialog({ placement: { id, name }, onClose }: { placement: Placement; onClose: () => void }) {
  const [remove, { loading }] = useMutation(DeletePlacementDocument, {
    variables: { id },
    onCompleted: () => {
      showToast(placementToasts.removed);
      onClose();
    },
    onError: (error) => showToast(placementToasts.removeFailed(errorMessageOf(error))),
  });
  return (
    <ConfirmDialog
      title={messages.removeTitle(name)}
      confirmLabel={messages.confirmRemove}
      busy={loading}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {messages.removeText}
    </ConfirmDialog>
  );
}
