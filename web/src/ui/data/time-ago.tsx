import { formatRelativeTime, formatDateTime } from '../../shared/format';
import { Tooltip } from '../feedback/tooltip';
import { useTick } from './use-tick';

/** A relative time such as "3 min ago", which stays current, with the exact time in a tooltip. */
export function TimeAgo({ at: time, timeZone }: { at: string; timeZone?: string | undefined }) {
  useTick();
  return (
    <Tooltip text={formatDateTime(time, timeZone)}>
      <time dateTime={time} style={{ whiteSpace: 'nowrap' }}>
        {formatRelativeTime(time)}
      </time>
    </Tooltip>
  );
}
