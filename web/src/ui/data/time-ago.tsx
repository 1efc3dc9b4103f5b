import { formatAgo, formatMoment } from '../../shared/format';
import { Tip } from '../feedback/tooltip';

/** "3 min ago", with the exact moment on hover. */
export function TimeAgo({ at, timeZone }: { at: string; timeZone?: string | undefined }) {
  return (
    <Tip text={formatMoment(at, timeZone)}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {formatAgo(at)}
      </time>
    </Tip>
  );
}
