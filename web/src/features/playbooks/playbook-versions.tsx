import { Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { playbookMessages, playbookToasts } from '../../messages/agency/playbooks';
import { versionMessages } from '../../messages/history/versions';
import type { PlaybookQuery } from '../../shared/graphql/generated';
import { TimeAgo } from '../../ui/data/time-ago';
import { showToast } from '../../ui/feedback/toaster';

interface PlaybookVersionsProps {
  versions: PlaybookQuery['playbook']['versions']['nodes'];
  isLoading: boolean;
  /** Loads earlier versions. Without it, there are none. */
  onMore: (() => Promise<unknown>) | undefined;
}

/** The versions of a playbook, newest first. */
export const PlaybookVersions = ({ versions, isLoading, onMore }: PlaybookVersionsProps) => (
  <Stack as="section" gap="3" aria-labelledby="playbook-versions">
    <Heading as="h3" size="sm" id="playbook-versions">
      {playbookMessages.versions}
    </Heading>
    <Stack as="ul" gap="0" listStyleType="none">
      {versions.map(({ id, number, publishedAt, publishedBy }) => (
        <HStack as="li" key={id} justify="space-between" gap="4" paddingY="2" borderTopWidth="1px" textStyle="sm">
          <Text as="span" fontWeight="medium">
            {versionMessages.version(number)}
          </Text>
          <Text as="span" color="fg.muted" textAlign="end" overflowWrap="anywhere">
            <TimeAgo at={publishedAt} />
            {versionMessages.publishedBy(publishedBy)}
          </Text>
        </HStack>
      ))}
    </Stack>
    {onMore && (
      <Button
        size="sm"
        variant="outline"
        colorPalette="gray"
        alignSelf="start"
        loading={isLoading}
        onClick={() => void onMore().catch(() => showToast(playbookToasts.moreFailed))}
      >
        {versionMessages.more}
      </Button>
    )}
  </Stack>
);
