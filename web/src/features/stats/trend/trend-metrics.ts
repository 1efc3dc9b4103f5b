import { sharedMessages } from '../../../messages/shared';

/** The figures of a chart in its order, with their labels and colors. */
export type Metrics<Metric extends string> = Readonly<Record<Metric, { label: string; color: string }>>;

/** The figures of a client's chart. */
export const metrics = {
  leads: { label: sharedMessages.leads, color: 'chart.leads' },
  views: { label: 'Views', color: 'chart.views' },
  scans: { label: 'QR scans', color: 'chart.scans' },
} satisfies Metrics<string>;

/** Returns the names of the figures in the chart's order. */
export const keysOf = <Metric extends string>(shown: Metrics<Metric>) => Object.keys(shown) as Metric[];
