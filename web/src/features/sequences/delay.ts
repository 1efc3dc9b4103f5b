/** A delay in days, hours and minutes. */
export interface Delay {
  days: number;
  hours: number;
  minutes: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Converts a delay to minutes: days*24*60 + hours*60 + minutes. */
export const toMinutes = ({ days, hours, minutes }: Delay) => days * DAY + hours * HOUR + minutes;

/** Converts minutes to days, hours and minutes. */
export const toDelay = (total: number): Delay => ({
  days: Math.floor(total / DAY),
  hours: Math.floor((total % DAY) / HOUR),
  minutes: total % HOUR,
});

/** Formats minutes as an offset: "immediately", "+1 min", "+1 day 2 h". */
export function formatOffset(total: number) {
  const { days, hours, minutes } = toDelay(total);
  const parts = [
    days && `${days} ${days === 1 ? 'day' : 'days'}`,
    hours && `${hours} h`,
    minutes && `${minutes} min`,
  ].filter(Boolean);
  return parts.length === 0 ? 'immediately' : `+${parts.join(' ')}`;
}

/** Returns each step's offset from the trigger. A step's delay starts at the previous step. */
export function stepOffsets(delays: readonly number[]) {
  let total = 0;
  return delays.map((delay) => formatOffset((total += Number.isFinite(delay) ? delay : 0)));
}
