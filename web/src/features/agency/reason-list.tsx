import { Box, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { TimeAgo } from '../../ui/data/time-ago';
import { type Reason, reasonText } from './reason-text';

const looks = {
  critical: { icon: CircleAlert, color: 'fg.error', label: 'Critical: ' },
  warning: { icon: TriangleAlert, color: 'fg.warning', label: 'Warning: ' },
};

/** The reasons why a client needs attention, the most urgent first. */
export function ReasonList({ reasons, timeZone }: { reasons: readonly Reason[]; timeZone: string }) {
  return (
    <Stack as="ul" gap="1" listStyleType="none" paddingY={{ md: '1.5' }}>
      {reasons.map((reason) => {
        const { icon: Icon, color, label } = looks[reason.severity];
        return (
          <HStack as="li" key={`${reason.kind} ${reason.limit}`} gap="2" align="start" textStyle="sm">
            <Box color={color} flexShrink="0" marginTop="0.5">
              <Icon aria-hidden="true" size={16} />
            </Box>
            <Text as="span" className="tabular">
              <VisuallyHidden>{label}</VisuallyHidden>
              {reasonText(reason)}
              {reason.since !== null && (
                <Text as="span" color="fg.muted">
                  {reason.kind === 'no_leads' ? ' ' : ', since '}
                  <TimeAgo at={reason.since} timeZone={timeZone} />
                </Text>
              )}
            </Text>
          </HStack>
        );
      })}
    </Stack>
  );
}
