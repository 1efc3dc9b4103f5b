import type { DateTime } from 'luxon';

/** New Year's Day, Juneteenth, Independence Day, Veterans Day and Christmas Day, as month-day. */
const fixedHolidays = ['1-1', '6-19', '7-4', '11-11', '12-25'];
/** Holidays on the nth weekday of a month, as month-weekday-n. Monday is 1. */
const floatingHolidays = [
  '1-1-3', // Martin Luther King Jr. Day
  '2-1-3', // Washington's Birthday
  '9-1-1', // Labor Day
  '10-1-2', // Columbus Day
  '11-4-4', // Thanksgiving Day
];

/**
 * Returns whether a day is a federal holiday of the United States (5 U.S.C. § 6103), or the Friday or Monday on which a
 * holiday that falls on a weekend is observed.
 */
export function isFederalHoliday(day: DateTime): boolean {
  const { month, weekday, day: dayOfMonth } = day;
  const isMemorialDay = month === 5 && weekday === 1 && dayOfMonth > 24;
  return (
    isMemorialDay ||
    floatingHolidays.includes(`${month}-${weekday}-${Math.ceil(dayOfMonth / 7)}`) ||
    isFixedHoliday(day) ||
    (weekday === 5 && isFixedHoliday(day.plus({ days: 1 }))) ||
    (weekday === 1 && isFixedHoliday(day.minus({ days: 1 })))
  );
}

const isFixedHoliday = ({ month, day }: DateTime) => fixedHolidays.includes(`${month}-${day}`);
