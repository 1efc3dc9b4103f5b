/** One line of a chart: the key of its values, its name and its color. */
export interface Series<Key extends string> {
  key: Key;
  label: string;
  color: string;
  /** Distinguishes the lines without relying on color. */
  stroke: 'solid' | 'dashed' | 'dotted';
}

/** The values of one day. */
export type DayValues<Key extends string> = { day: string } & Record<Key, number>;
