import { DateTime } from 'luxon';
import type { QuietHours } from '../clients/quiet-hours.types';
import { isQuiet } from '../messages/quiet-hours/next-allowed-time';
import { EXEMPTION_MS } from '../messages/quiet-hours/timed-hold';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS_PER_DAY = 24;

/** The rest of a month, in hours from now. */
export interface Period {
  from: Date;
  until: Date;
  timeZone: string;
  quietHours: QuietHours;
}

/** The steps of a sequence, and when its messages ignore quiet hours. */
export interface Chain {
  /** Minutes before each step. */
  delays: readonly number[];
  /** For each step, the share of the leads that received the step before and receive this one. */
  shares: readonly number[];
  /** Whether the submission of the form enrolls leads. Messages within an hour of it ignore quiet hours. */
  startsWithSubmission: boolean;
}

/** Enrollments that wait for the same step and are due in the same hour from now, 0 for the first. */
export interface WaitingGroup {
  step: number;
  hour: number;
  count: number;
}

/** Creates the hours of a period, and computes in which of them messages are sent. */
export function createForecast({ from, until, timeZone, quietHours }: Period) {
  const length = Math.max(0, (until.getTime() - from.getTime()) / HOUR_MS);
  const hours = Math.ceil(length);
  // The middle of an hour decides for all of it.
  const middles = Array.from({ length: hours }, (_, hour) =>
    DateTime.fromMillis(from.getTime() + (hour + 0.5) * HOUR_MS, { zone: timeZone }),
  );
  const isQuietHour = middles.map(({ hour, minute }) => quietHours.enabled && isQuiet(quietHours, hour * 60 + minute));

  /** Returns when the messages of a chain are sent, as the number in each hour. */
  function sendsOf({ delays, shares, startsWithSubmission }: Chain, waiting: readonly Float64Array[]): Float64Array {
    const total = new Float64Array(hours);
    let sentBefore = new Float64Array(hours);
    let minutes = 0;
    for (const [step, delay] of delays.entries()) {
      minutes += delay;
      const due = delayed(sentBefore, delay);
      const isExempt = startsWithSubmission && minutes * MINUTE_MS <= EXEMPTION_MS;
      let held = 0;
      sentBefore = new Float64Array(hours);
      for (let hour = 0; hour < hours; hour += 1) {
        // Most leads that stop do so soon after a message, so those that still wait receive the next one.
        held += (due[hour] ?? 0) * (shares[step] ?? 1) + (waiting[step]?.[hour] ?? 0);
        if (isQuietHour[hour] && !isExempt) continue;
        sentBefore[hour] = held;
        total[hour]! += held;
        held = 0;
      }
    }
    return total;
  }

  /** Moves what happens in each hour to a later time. Within an hour it is spread evenly. */
  function delayed(flow: Float64Array, minutes: number): Float64Array {
    const later = new Float64Array(hours);
    const whole = Math.floor(minutes / 60);
    const rest = minutes / 60 - whole;
    for (let hour = 0; hour + whole < hours; hour += 1) {
      later[hour + whole]! += flow[hour]! * (1 - rest);
      if (hour + whole + 1 < hours) later[hour + whole + 1]! += flow[hour]! * rest;
    }
    return later;
  }

  return {
    /** The messages of enrollments that are open. */
    scheduled(chain: Chain, groups: readonly WaitingGroup[]): Float64Array {
      const waiting = chain.delays.map(() => new Float64Array(hours));
      for (const { step, hour, count } of groups) if (hour < hours && waiting[step]) waiting[step][hour]! += count;
      return sendsOf(chain, waiting);
    },
    /** The messages to leads that enroll evenly. */
    expected(chain: Chain, enrollmentsPerDay: number): Float64Array {
      const arrivals = new Float64Array(hours).fill(enrollmentsPerDay / HOURS_PER_DAY);
      if (hours > 0) arrivals[hours - 1]! *= 1 - (hours - length);
      return sendsOf(chain, [delayed(arrivals, chain.delays[0] ?? 0)]);
    },
    /** Returns the day on which the sum of what is used and sent exceeds a limit, or null. */
    dayOfExceeding(sends: readonly Float64Array[], used: number, limit: number): string | null {
      let total = used;
      for (let hour = 0; hour < hours; hour += 1) {
        for (const flow of sends) total += flow[hour]!;
        if (Math.round(total) > limit) return middles[hour]!.toISODate();
      }
      return null;
    },
  };
}

/** Adds the messages of all hours, as a whole number. */
export const sumOf = (flow: Float64Array): number => Math.round(flow.reduce((sum, count) => sum + count, 0));
