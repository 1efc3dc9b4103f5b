import { formatAgo, formatMoment } from '../../shared/format';
import { Tip } from '../feedback/tooltip';

/** A relative time such as "3 min ago", with the exact time in a tooltip. */
export function TimeAgo({ at, timeZone }: { at: string; timeZone?: string | undefined }) {
  return (
    <Tip text={formatMoment(at, timeZone)}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {formatAgo(at)}
      </time>
    </Tip>
  );
}
