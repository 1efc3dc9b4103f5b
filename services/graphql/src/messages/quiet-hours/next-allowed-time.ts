import { DateTime } from 'luxon';
import type { QuietHours } from '../../clients/quiet-hours.types';
import type { RecipientArea } from './recipient-area';
import { allows, describeHours, federalRule, formatTimeOfDay, ruleOf } from './state-rules';

const MINUTE_MS = 60_000;
const BLOCK_MINUTES = 15;
/** The longest search for an allowed time. All rules repeat weekly, except for holidays. */
const SEARCH_MS = 14 * 24 * 60 * MINUTE_MS;

/** The rule that makes a message wait. */
export interface QuietRule {
  kind: 'client' | 'federal' | 'state';
  /** The ISO 3166-2 code of the recipient's state, if it is known. */
  region: string | null;
  /** Completes "because …" in the user interface. */
  description: string;
}

/** When a message may be sent. */
export interface AllowedTime {
  /** The time, or null if the rules leave none. */
  at: Date | null;
  /** The rule that decides the time, or null if the message does not wait. */
  rule: QuietRule | null;
}

/**
 * Returns when a message that is due at `dueAt` may be sent: then, or in the earliest minute that the client's quiet
 * hours and the law of the recipient's state allow in every time zone where the recipient may be.
 */
export function nextAllowedTime(
  dueAt: Date,
  { quietHours, area }: { quietHours: QuietHours; area: RecipientArea },
): AllowedTime {
  if (!quietHours.enabled) return { at: dueAt, rule: null };
  const law = ruleOf(area.region);
  const clientAllows: IsAllowed = (_, minuteOfDay) => !isQuiet(quietHours, minuteOfDay);
  const at = findAllowed(
    dueAt,
    area.zones,
    (day, minuteOfDay) => clientAllows(day, minuteOfDay) && (law === null || allows(law, day, minuteOfDay)),
  );
  if (at === dueAt) return { at, rule: null };
  const clientAt = findAllowed(dueAt, area.zones, clientAllows);
  const isClientRule = law === null || clientAt?.getTime() === at?.getTime();
  const kind = isClientRule ? 'client' : law === federalRule ? 'federal' : 'state';
  const place = kind === 'federal' ? 'the United States' : area.name;
  const description = isClientRule
    ? `quiet hours apply (${describeQuietHours(quietHours)}${place ? ` in ${place}` : ''})`
    : `quiet hours in ${place} apply (messages only ${describeHours(law)})`;
  return { at, rule: { kind, region: area.region, description } };
}

type IsAllowed = (day: DateTime, minuteOfDay: number) => boolean;

const minuteOf = ({ hour, minute }: DateTime) => hour * 60 + minute;

/** Returns the first time from `dueAt` on that is allowed in all zones, in whole minutes if it is not `dueAt` itself. */
function findAllowed(dueAt: Date, zones: readonly string[], isAllowed: IsAllowed): Date | null {
  const inZones = (time: number) => zones.map((zone) => DateTime.fromMillis(time, { zone }));
  if (inZones(dueAt.getTime()).every((local) => isAllowed(local, minuteOf(local)))) return dueAt;
  // The offset of a zone is a multiple of 15 minutes and changes on a multiple of 15 minutes of UTC. So all minutes of
  // such a block are on one local day and follow each other.
  const blockMs = BLOCK_MINUTES * MINUTE_MS;
  const firstBlock = Math.floor(dueAt.getTime() / blockMs) * blockMs;
  for (let block = firstBlock; block < firstBlock + SEARCH_MS; block += blockMs) {
    const locals = inZones(block);
    for (let minute = 0; minute < BLOCK_MINUTES; minute += 1) {
      const time = block + minute * MINUTE_MS;
      if (time > dueAt.getTime() && locals.every((local) => isAllowed(local, minuteOf(local) + minute)))
        return new Date(time);
    }
  }
  return null;
}

const parseTime = (time: string) => {
  const [hour, minute] = time.split(':').map(Number);
  return hour! * 60 + minute!;
};

/** Whether a minute of the day, counted from midnight, is in quiet hours. */
export function isQuiet(quietHours: QuietHours, minuteOfDay: number): boolean {
  const [start, end] = [parseTime(quietHours.start), parseTime(quietHours.end)];
  return start > end ? minuteOfDay >= start || minuteOfDay < end : minuteOfDay >= start && minuteOfDay < end;
}

const describeQuietHours = ({ start, end }: QuietHours) =>
  `${formatTimeOfDay(parseTime(start))} to ${formatTimeOfDay(parseTime(end))}`;
