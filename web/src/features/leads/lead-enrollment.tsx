import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import type { LeadQuery } from '@dripline/contract/generated';
import { StatusBadge } from '../../ui/status-badge';
import { TimeAgo } from '../../ui/time-ago';

interface LeadEnrollmentProps {
  enrollment: LeadQuery['lead']['enrollments'][number];
  timeZone: string;
}

/** One sequence's run for one lead: the texts so far, and when the next one goes. */
export function LeadEnrollment({ enrollment, timeZone }: LeadEnrollmentProps) {
  const { messages, nextDueAt, nextStep, totalSteps } = enrollment;
  return (
    <Box borderWidth="1px" borderRadius="l2" padding="4">
      <HStack justify="space-between" gap="3">
        <Text fontWeight="medium">{enrollment.sequenceName}</Text>
        <StatusBadge status={enrollment.status} />
      </HStack>
      {enrollment.reason && (
        <Text textStyle="sm" color="fg.muted">
          {enrollment.reason}
        </Text>
      )}
      <Stack as="ol" listStyleType="none" gap="3" marginTop="3">
        {messages.map((message) => (
          <Stack as="li" key={message.id} gap="1">
            <HStack gap="2" textStyle="xs" color="fg.muted" flexWrap="wrap">
              <StatusBadge status={message.status} />
              <TimeAgo at={message.sentAt ?? message.dueAt} timeZone={timeZone} />
              {message.deliveryStatus && <Text>· {message.deliveryStatus}</Text>}
              {message.reason && <Text>· {message.reason}</Text>}
            </HStack>
            <Text textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {message.body}
            </Text>
          </Stack>
        ))}
      </Stack>
      {nextStep !== null && nextDueAt && (
        <Text textStyle="sm" color="fg.muted" marginTop="3">
          Step {nextStep + 1} of {totalSteps} goes <TimeAgo at={nextDueAt} timeZone={timeZone} />
        </Text>
      )}
    </Box>
  );
}
