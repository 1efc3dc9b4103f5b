import { Box, HStack, Link, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { TimeAgo } from '../../ui/data/time-ago';
import { type Reason, reasonLink, reasonText, withoutRepetition } from './reason-text';

const looks = {
  critical: { icon: CircleAlert, color: 'fg.error', label: 'Critical: ' },
  warning: { icon: TriangleAlert, color: 'fg.warning', label: 'Warning: ' },
};

interface ReasonListProps {
  reasons: readonly Reason[];
  client: { id: string; timeZone: string; usage: { smsThisMonth: number } };
}

/** The reasons why a client needs attention, the most urgent first. Each links to the place where it is mended. */
export function ReasonList({ reasons, client: { id, timeZone, usage } }: ReasonListProps) {
  const [overview] = useSearchParams();
  return (
    <Stack as="ul" gap="1" listStyleType="none" paddingY={{ md: '1.5' }}>
      {withoutRepetition(reasons).map((reason) => {
        const { icon: Icon, color, label } = looks[reason.severity];
        return (
          <HStack as="li" key={`${reason.kind} ${reason.limit}`} gap="2" align="start" textStyle="sm">
            <Box color={color} flexShrink="0" marginTop="0.5">
              <Icon aria-hidden="true" size={16} />
            </Box>
            <Text as="span" className="tabular">
              <Link asChild color="fg" textDecoration="underline" textDecorationColor="border.control">
                <RouterLink {...reasonLink(reason, id, overview)}>
                  <VisuallyHidden>{label}</VisuallyHidden>
                  {reasonText(reason, usage.smsThisMonth)}
                </RouterLink>
              </Link>
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
