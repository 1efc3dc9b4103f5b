import { useState } from 'react';
import { chakra } from '@chakra-ui/react';
import { formatRelativeTime, formatDateTime } from '../../shared/format';
import { Tooltip } from '../feedback/tooltip';
import { useTick } from './use-tick';

/**
 * A relative time such as "3 min ago", which stays current. The exact time is in a tooltip on hover and keyboard focus,
 * and a press shows it in place, because touch has no hover.
 */
export function TimeAgo({ at: time, timeZone }: { at: string; timeZone?: string | undefined }) {
  useTick();
  const [isExact, setExact] = useState(false);
  const exact = formatDateTime(time, timeZone);
  return (
    <Tooltip text={exact}>
      <chakra.button
        type="button"
        aria-pressed={isExact}
        textAlign="inherit"
        cursor="pointer"
        borderRadius="l1"
        onClick={() => setExact(!isExact)}
      >
        <time dateTime={time} style={{ whiteSpace: isExact ? undefined : 'nowrap' }}>
          {isExact ? exact : formatRelativeTime(time, undefined, timeZone)}
        </time>
      </chakra.button>
    </Tooltip>
  );
}
