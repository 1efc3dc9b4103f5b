import { failureToast } from '../toasts';

/** The texts of the agency's analytics. */
export const analyticsMessages = {
  description: 'Leads count on the day of their arrival, whatever happens to them later.',
  only: 'Showing only',
  showOnly: (name: string) => `Show only ${name}`,

  ofLeadsReplied: (rate: string) => `${rate} of leads replied`,
  optOutsMeanwhile: (count: string) => `${count} opted out`,

  trend: 'Over time',
  trendBy: (unit: 'day' | 'week') => `All figures by ${unit}`,
  figure: 'Figure shown as bars',
  downloadDays: 'Download days',

  funnel: 'From view to customer',
  funnelText:
    'Leads that arrived in these days, by their status today. Each step includes the steps after it. Conversions are the leads that qualified.',
  contacted: 'Contacted',
  qualified: 'Qualified',
  converted: 'Converted',
  ofViews: (rate: string) => `${rate} of views`,

  sources: 'Views and leads by source',
  sourcesText: 'Each link can name its source, such as ?source=flyer.',
  downloadSources: 'Download sources',
  noSources: 'No visits in these days',
  noSourcesText: 'Choose a longer range, or share a landing page.',

  cohorts: 'Leads by arrival',
  cohortsText: 'The share of each week’s leads that replied, and their status today.',
  arrival: 'Arrival',
  inHour: 'Within an hour',
  inDay: 'Within a day',

  compareGroup: 'Compare',
  search: 'Find by name',
  noneActive: 'Nothing to compare',
  noneActiveText: 'There was no activity in these days. Choose a longer range, or another name.',
  download: 'Download as CSV',
} as const;

/** The toasts of the agency's analytics. */
export const analyticsToasts = {
  notDownloaded: (reason = 'Failed to download the figures') => failureToast(reason),
};
