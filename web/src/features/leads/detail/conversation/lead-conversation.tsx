import { Box, Button, Drawer, Skeleton, Stack, Text } from '@chakra-ui/react';
import { MAX_PAGE_SIZE } from '@dripline/contract/limits';
import { useState } from 'react';
import { conversationMessages } from '../../../../messages/leads/conversation';
import { WhenEditable } from '../../../../shared/dashboard-access';
import { LeadConversationDocument } from '../../../../shared/graphql/generated';
import { useLiveQuery } from '../../../../shared/live/live-client';
import { retry } from '../../../../shared/retry';
import { refreshedOnOpen } from '../../../../shared/refreshed-on-open';
import { LoadError } from '../../../../ui/feedback/load-error';
import { Composer } from './composer';
import { toThread } from './thread';
import { ThreadItem } from './thread-item';

/** Entries that are loaded at first, and that each press of “Show earlier messages” adds. */
const PAGE = 30;

interface LeadConversationProps {
  leadId: string;
  leadName: string;
  timeZone: string;
}

/** The messages to a lead and its replies in one thread, and the field to write to it. It stays current. */
export function LeadConversation({ leadId, leadName, timeZone }: LeadConversationProps) {
  const [first, setFirst] = useState(PAGE);
  const { data, previousData, error, refetch } = useLiveQuery(
    LeadConversationDocument,
    { variables: { id: leadId, first }, ...refreshedOnOpen },
    ({ lead, message }) => lead?.id === leadId || message?.leadId === leadId,
  );
  const lead = (data ?? previousData)?.lead;
  const thread = lead && toThread(lead);
  return (
    <>
      {/* In this direction a box stays scrolled to its end. */}
      <Drawer.Body tabIndex={0} display="flex" flexDirection="column-reverse" paddingY="4">
        <Box role="log" aria-label={conversationMessages.conversation} flex="1 0 auto">
          {thread && (
            <Stack gap="5">
              {thread.hasEarlier && first < MAX_PAGE_SIZE && (
                <Button
                  size="sm"
                  variant="ghost"
                  alignSelf="center"
                  onClick={() => setFirst(Math.min(first + PAGE, MAX_PAGE_SIZE))}
                >
                  {conversationMessages.showEarlier}
                </Button>
              )}
              {thread.entries.length === 0 && (
                <Text color="fg.muted" textStyle="sm" textAlign="center" paddingY="8">
                  {conversationMessages.empty(leadName)}
                </Text>
              )}
              <Stack as="ol" listStyleType="none" gap="4">
                {thread.entries.map((item) => (
                  <ThreadItem key={item.entry.id} item={item} timeZone={timeZone} />
                ))}
              </Stack>
            </Stack>
          )}
          {!thread && error && <LoadError subject="this conversation" onRetry={() => retry(refetch())} />}
          {!thread && !error && <ThreadSkeleton />}
        </Box>
      </Drawer.Body>
      {lead && thread && (
        <WhenEditable>
          <Composer
            leadId={leadId}
            businessName={lead.client.businessName}
            language={lead.campaign.language}
            isFirst={!thread.entries.some(({ isReply, entry }) => !isReply && entry.status === 'sent')}
            blockedReason={lead.messagesBlockedReason}
            onSent={() => retry(refetch())}
          />
        </WhenEditable>
      )}
    </>
  );
}

const ThreadSkeleton = () => (
  <Stack gap="4">
    <Skeleton height="12" width="70%" alignSelf="flex-end" borderRadius="2xl" />
    <Skeleton height="9" width="45%" borderRadius="2xl" />
    <Skeleton height="12" width="60%" alignSelf="flex-end" borderRadius="2xl" />
  </Stack>
);
