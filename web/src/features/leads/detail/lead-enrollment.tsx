import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import type { LeadQuery } from '../../../shared/graphql/generated';
import { StatusBadge } from '../../../shared/status-badge';
import { TimeAgo } from '../../../ui/data/time-ago';

type Enrollment = LeadQuery['lead']['enrollments']['nodes'][number];

interface LeadEnrollmentProps {
  enrollment: Enrollment;
  timeZone: string;
}

/** A lead's enrollment in a sequence: each step with its status and time. */
export function LeadEnrollment({ enrollment, timeZone }: LeadEnrollmentProps) {
  const { sequenceName, status, steps } = enrollment;
  return (
    <Box as="section" aria-label={sequenceName} borderWidth="1px" borderRadius="l2" padding="4">
      <HStack justify="space-between" gap="3">
        <Text fontWeight="medium" overflowWrap="anywhere">
          {sequenceName}
        </Text>
        <StatusBadge status={status} />
      </HStack>
      <Stack as="ol" listStyleType="none" gap="4" marginTop="4">
        {steps.map((step, index) => (
          <Step key={index} enrollment={enrollment} index={index} text={step.message} timeZone={timeZone} />
        ))}
      </Stack>
    </Box>
  );
}

function Step({ enrollment, index, text, timeZone }: LeadEnrollmentProps & { index: number; text: string }) {
  const message = enrollment.messages.nodes.find(({ step }) => step === index);
  const isNext = enrollment.nextStep === index && enrollment.nextDueAt !== null;
  const isOver = enrollment.status === 'completed' || enrollment.status === 'cancelled';
  const time = message ? (message.sentAt ?? message.dueAt) : isNext ? enrollment.nextDueAt : null;
  return (
    <Stack as="li" gap="1">
      <HStack gap="2" textStyle="xs" color="fg.muted" flexWrap="wrap" className="tabular">
        <Text fontWeight="medium" color="fg">
          Step {index + 1}
        </Text>
        <StatusBadge status={message?.status ?? (isOver ? 'notSent' : isNext ? 'due' : 'upcoming')} />
        {time && !isOver && message && !message.sentAt && 'due'}
        {time && (message || !isOver) && <TimeAgo at={time} timeZone={timeZone} />}
        {message?.deliveryStatus && <Text>· {message.deliveryStatus}</Text>}
      </HStack>
      <Text textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" color={message ? 'fg' : 'fg.muted'}>
        {message?.body ?? text}
      </Text>
    </Stack>
  );
}
