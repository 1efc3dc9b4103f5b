/** A delay in days, hours and minutes. */
export interface Delay {
  days: number;
  hours: number;
  minutes: number;
}

/** The largest number of each unit of a delay. */
export const delayRanges = { days: 366, hours: 23, minutes: 59 } as const;

const HOUR = 60;
const DAY = 24 * HOUR;

/** Converts a delay to minutes: days*24*60 + hours*60 + minutes. */
export const toMinutes = ({ days, hours, minutes }: Delay) => days * DAY + hours * HOUR + minutes;

/** Whether each unit is a whole number within its range. */
export const isDelay = (delay: Delay) =>
  Object.entries(delayRanges).every(([unit, max]) => {
    const count = delay[unit as keyof Delay];
    return Number.isInteger(count) && count >= 0 && count <= max;
  });

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

/** Converts a delay to minutes. A delay out of range counts as none. */
export const toValidMinutes = (delay: Delay) => (isDelay(delay) ? toMinutes(delay) : 0);

/** Returns each step's offset from the trigger. A step's delay starts at the previous step. */
export function stepOffsets(delays: readonly number[]) {
  let total = 0;
  return delays.map((delay) => formatOffset((total += delay)));
}
