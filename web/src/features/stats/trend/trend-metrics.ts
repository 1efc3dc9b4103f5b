import { sharedMessages } from '../../../messages/shared';
import type { Metric } from './trend-periods';

/** The label and the color of each figure, in the chart's order. */
export const metrics: Readonly<Record<Metric, { label: string; color: string }>> = {
  leads: { label: sharedMessages.leads, color: 'chart.leads' },
  views: { label: 'Views', color: 'chart.views' },
  scans: { label: 'QR scans', color: 'chart.scans' },
};

/** The figures in the chart's order. */
export const metricKeys: readonly Metric[] = ['leads', 'views', 'scans'];
