/** One line of a chart: where its numbers are, its name and its colour. */
export interface Series<Key extends string> {
  key: Key;
  label: string;
  color: string;
  /** Told apart without colour, too. */
  stroke: 'solid' | 'dashed' | 'dotted';
}

/** One day's numbers. */
export type Day<Key extends string> = { day: string } & Record<Key, number>;
