import { Box, Button, Heading, HStack, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import type { CampaignsWithStatsQuery } from '../../shared/graphql/generated';
import { Copy, Eye, Pencil } from 'lucide-react';
import { formatCount, formatRate } from '../../shared/format';
import { paths } from '../../shared/paths';
import { copyText } from '../../shared/copy-text';
import { LinkButton } from '../../ui/button/link-button';
import { Card } from '../../ui/layout/card';
import { StatusBadge } from '../../shared/status-badge';
import { showToast } from '../../ui/feedback/toaster';
import { dashboardMessages } from '../../messages/dashboard';
import { toasts } from '../../messages/toasts';
import { sharedMessages } from '../../messages/shared';
import { CampaignSources } from './campaign-sources';
import { DownloadQrCodeButton } from './download-qr-code-button';

type Campaign = CampaignsWithStatsQuery['client']['campaigns']['nodes'][number];

const actionStyle = { variant: 'outline', colorPalette: 'gray', size: 'sm', paddingInline: '2.5' } as const;

/** A campaign with its figures and actions. */
export function CampaignCard({ campaign, canBuild }: { campaign: Campaign; canBuild: boolean }) {
  const { stats, landingUrl } = campaign;
  const copy = async () =>
    showToast((await copyText(landingUrl)) ? toasts.urlCopied : toasts.urlCopyFailed(landingUrl));
  return (
    <Card as="article" padding="5" aria-label={campaign.name}>
      <Stack gap="4" height="full">
        <Stack gap="1" flex="1">
          <HStack justify="space-between" align="start" gap="3">
            <Heading as="h2" fontSize="md" lineHeight="1.5rem" overflowWrap="anywhere">
              {campaign.name}
            </Heading>
            <StatusBadge status={campaign.status} />
          </HStack>
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            /{campaign.slug}
          </Text>
        </Stack>
        <SimpleGrid columns={{ base: 2, sm: 4 }} gap="4" className="tabular">
          <Figure label={sharedMessages.leads} value={formatCount(stats.totalLeads)} />
          <Figure label={dashboardMessages.qrScans} value={formatCount(stats.totalScans)} />
          <Figure
            label={sharedMessages.conversions}
            value={formatCount(stats.conversions)}
            detail={formatRate(stats.conversions, stats.totalLeads)}
          />
          <Figure label={sharedMessages.smsSent} value={formatCount(stats.smsSent)} />
        </SimpleGrid>
        <CampaignSources campaignId={campaign.id} views={stats.totalViews} />
        <HStack gap="2" flexWrap="wrap">
          {canBuild && (
            <LinkButton to={paths.campaignBuilder.href(campaign.clientId, campaign.id)} {...actionStyle}>
              <Pencil aria-hidden="true" /> {sharedMessages.edit}
            </LinkButton>
          )}
          <Button asChild {...actionStyle}>
            <a href={landingUrl} target="_blank" rel="noreferrer">
              <Eye aria-hidden="true" /> {sharedMessages.preview}
            </a>
          </Button>
          <Button {...actionStyle} onClick={() => void copy()}>
            <Copy aria-hidden="true" /> {dashboardMessages.copyLandingUrl}
          </Button>
          <DownloadQrCodeButton campaignId={campaign.id} {...actionStyle} />
        </HStack>
      </Stack>
    </Card>
  );
}

function Figure({ label, value, detail }: { label: string; value: string; detail?: string }) {
  return (
    <Box>
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <HStack align="baseline" gap="1.5">
        <Text fontSize="lg" fontWeight="semibold">
          {value}
        </Text>
        {detail && (
          <Text textStyle="xs" color="fg.muted">
            {detail}
          </Text>
        )}
      </HStack>
    </Box>
  );
}
