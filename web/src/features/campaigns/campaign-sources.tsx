import { useQuery } from '@apollo/client/react';
import { Box, Button, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { ScanAnalyticsDocument } from '../../shared/graphql/generated';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { formatCount, plural, sourceName } from '../../shared/format';

/** A campaign's page views, expandable by source. */
export function CampaignSources({ campaignId, views }: { campaignId: string; views: number }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  if (views === 0) return <Text textStyle="sm" color="fg.muted" children="No page views yet" />;
  return (
    <Stack gap="2">
      <Button
        variant="plain"
        size="sm"
        height="auto"
        paddingX="0"
        justifyContent="start"
        color="fg.muted"
        _hover={{ color: 'fg' }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Arrow aria-hidden="true" /> {plural(views, 'page view')} by source
      </Button>
      <Box id={id} hidden={!isOpen}>
        {isOpen && <Sources campaignId={campaignId} />}
      </Box>
    </Stack>
  );
}

const MAX_SOURCES = 6;

/** The views by source. A load error shows a short text instead of failing the whole card. */
function Sources({ campaignId }: { campaignId: string }) {
  const { data, error } = useQuery(ScanAnalyticsDocument, { variables: { campaignId } });
  if (!data)
    return error ? (
      <Text textStyle="sm" color="fg.muted" children="Not available right now" />
    ) : (
      <Skeleton height="12" />
    );
  const { bySource, totalViews } = data.campaign.scanAnalytics;
  const rest = bySource.slice(MAX_SOURCES).reduce((sum, { views }) => sum + views, 0);
  const rows = [
    ...bySource.slice(0, MAX_SOURCES),
    ...(rest > 0 ? [{ source: 'others', placementName: null, views: rest }] : []),
  ];
  return (
    <Stack as="ul" listStyleType="none" gap="2" textStyle="sm" className="tabular">
      {rows.map(({ source, placementName, views }) => (
        <Box as="li" key={source}>
          <HStack justify="space-between" gap="3">
            <Text overflowWrap="anywhere">{sourceName(source, placementName)}</Text>
            <Text color="fg.muted">{formatCount(views)}</Text>
          </HStack>
          <Box aria-hidden="true" height="1" borderRadius="full" bg="bg.muted" marginTop="1">
            <Box
              height="full"
              borderRadius="full"
              bg="brand.solid"
              width={`${(views / totalViews) * 100}%`}
              minWidth="1"
            />
          </Box>
        </Box>
      ))}
    </Stack>
  );
}
