import { chakra } from '@chakra-ui/react';
import { formatRelativeTime, formatDateTime } from '../../shared/format';
import { Tooltip } from '../feedback/tooltip';
import { useTick } from './use-tick';

/**
 * A relative time such as "3 min ago", which stays current. The exact time is in a tooltip on hover, keyboard focus and
 * press.
 */
export function TimeAgo({ at: time, timeZone }: { at: string; timeZone?: string | undefined }) {
  useTick();
  return (
    <Tooltip text={formatDateTime(time, timeZone)} opensOnPress>
      <chakra.button type="button" textAlign="inherit" borderRadius="l1">
        <time dateTime={time} style={{ whiteSpace: 'nowrap' }}>
          {formatRelativeTime(time, undefined, timeZone)}
        </time>
      </chakra.button>
    </Tooltip>
  );
}
