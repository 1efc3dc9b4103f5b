import { Box, Button, Center, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import type { CampaignScansQuery, CampaignsWithStatsQuery } from '../../shared/graphql/generated';
import { Copy, Eye, Pencil } from 'lucide-react';
import { formatCount, formatRate } from '../../shared/format';
import { paths } from '../../shared/paths';
import { useSessionRole } from '../../shared/session-role';
import { copyLandingUrl } from '../../shared/clipboard/copy-landing-url';
import { LinkButton } from '../../ui/button/link-button';
import { Figure } from '../../ui/data/figure';
import { MediaThumbnail } from '../../ui/data/media-thumbnail';
import { Card } from '../../ui/layout/card';
import { DraftBadge } from '../../shared/drafts/draft-badge';
import { StatusBadge } from '../../shared/status-badge';
import { dashboardMessages } from '../../messages/dashboard';
import { sharedMessages } from '../../messages/shared';
import { CampaignMenu } from './campaign-menu';
import { CampaignSources } from './campaign-sources';
import { DownloadQrCodeButton } from './download-qr-code-button';

type Campaign = CampaignsWithStatsQuery['client']['campaigns']['nodes'][number];

interface CampaignCardProps {
  campaign: Campaign;
  /** Undefined while the views and QR scans are unknown. */
  scans: CampaignScansQuery['client']['campaigns']['nodes'][number]['stats'] | undefined;
  canBuild: boolean;
  /** Whether the client can create no further campaign this month. */
  isLimitReached: boolean;
  onDelete: () => void;
  onPlacements: () => void;
  onAbTests: () => void;
  onPlaybook: (() => void) | undefined;
}

const actionStyle = { colorPalette: 'gray', size: 'xs', minHeight: { base: '11', sm: '8' }, paddingX: '2' } as const;

/** On phones the four buttons are a grid of two by two. */
const footerStyle = {
  display: { base: 'grid', sm: 'flex' },
  gridTemplateColumns: '1fr 1fr',
  flexWrap: 'wrap',
  gap: '1',
  borderTopWidth: '1px',
  paddingStart: { base: '3', sm: '5' },
  paddingEnd: { base: '3', sm: '2' },
  paddingY: '2.5',
} as const;

/** A campaign with its figures and actions. */
export function CampaignCard({
  campaign,
  scans,
  canBuild,
  isLimitReached,
  onDelete,
  onPlacements,
  onAbTests,
  onPlaybook,
}: CampaignCardProps) {
  const role = useSessionRole();
  const { stats, landingUrl } = campaign;
  return (
    <Card as="article" aria-label={campaign.name} overflow="hidden" display="flex" flexDirection="column">
      <CampaignPicture campaign={campaign} />
      <Stack gap="4" flex="1" padding="5">
        <Stack gap="0.5" flex="1">
          <HStack justify="space-between" align="start" gap="3">
            <Heading as="h2" fontSize="md" lineHeight="1.5rem" overflowWrap="anywhere" lineClamp="2" dir="auto">
              {campaign.name}
            </Heading>
            <HStack flexShrink="0" gap="1" marginEnd={canBuild ? '-2' : '0'} minHeight="6">
              <DraftBadge draft={campaign.draft} />
              <StatusBadge status={campaign.archivedAt ? 'archived' : campaign.status} />
              {canBuild && (
                <Box marginY="-2">
                  <CampaignMenu
                    campaign={campaign}
                    isLimitReached={isLimitReached}
                    onDelete={onDelete}
                    onPlacements={onPlacements}
                    onAbTests={onAbTests}
                    onPlaybook={onPlaybook}
                  />
                </Box>
              )}
            </HStack>
          </HStack>
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            /{campaign.slug}
          </Text>
        </Stack>
        <SimpleGrid columns={{ base: 2, sm: 4 }} gap="4" className="tabular">
          <Figure size="lg" label={sharedMessages.leads} value={formatCount(stats.totalLeads)} />
          <Figure size="lg" label={dashboardMessages.qrScans} value={scans ? formatCount(scans.totalScans) : '–'} />
          <Figure
            size="lg"
            label={sharedMessages.conversions}
            value={formatCount(stats.conversions)}
            detail={formatRate(stats.conversions, stats.totalLeads)}
          />
          <Figure size="lg" label={sharedMessages.smsSent} value={formatCount(stats.smsSent)} />
        </SimpleGrid>
        {scans && <CampaignSources campaignId={campaign.id} views={scans.totalViews} />}
      </Stack>
      <Box css={footerStyle}>
        {canBuild && (
          <LinkButton
            to={paths.campaignBuilder[role].href(campaign.clientId, campaign.id)}
            variant="outline"
            {...actionStyle}
          >
            <Pencil aria-hidden="true" /> {sharedMessages.edit}
          </LinkButton>
        )}
        <Button asChild variant="outline" {...actionStyle}>
          <a href={landingUrl} target="_blank" rel="noreferrer">
            <Eye aria-hidden="true" /> {sharedMessages.preview}
          </a>
        </Button>
        <Button variant="ghost" {...actionStyle} onClick={() => void copyLandingUrl(landingUrl)}>
          <Copy aria-hidden="true" /> {dashboardMessages.copyLandingUrl}
        </Button>
        <DownloadQrCodeButton campaignId={campaign.id} variant="ghost" {...actionStyle} />
      </Box>
    </Card>
  );
}

/** A strip of the landing page: its picture, or its headline on the tint of the default page. */
function CampaignPicture({ campaign }: { campaign: Campaign }) {
  const src = campaign.formImageUrl || campaign.backgroundImageUrl;
  if (src) return <MediaThumbnail src={src} kind="image" height="24" {...stripStyle} />;
  return (
    <Center height="24" paddingX="6" bg="brand.subtle" aria-hidden="true" {...stripStyle}>
      <Text fontWeight="semibold" color="brand.fg" textAlign="center" lineClamp="2" overflowWrap="anywhere" dir="auto">
        {campaign.headline}
      </Text>
    </Center>
  );
}

const stripStyle = { borderWidth: '0', borderBottomWidth: '1px', borderRadius: '0' } as const;
