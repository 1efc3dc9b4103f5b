import { failureToast, successToast } from '../toasts';

/** The texts of the A/B tests of a campaign. */
export const abTestMessages = {
  open: 'A/B tests',
  title: (campaign: string) => `A/B tests of ${campaign}`,
  description: 'Show visitors different pages, and keep the one that brings the most leads.',
  isOff: 'A/B testing is switched off. An administrator can switch it on in the settings of the client.',
  isPaused: 'A/B testing is switched off. Visitors see the campaign’s own page until an administrator switches it on.',
  newTest: 'New test',
  start: 'Start test',
  noneTitle: 'No tests yet',
  noneText: 'Try another headline, image, button or a shorter form against the campaign’s own page.',
  earlier: 'Earlier tests',
  startedOn: 'Started',
  statuses: { running: 'Running', complete: 'Complete', ended: 'Ended' },
  results: {
    running:
      'Visitors are split evenly, and see the same page each time. The result is shown when every page has its views.',
    won: (name: string, chance: string) => `${name} is the best with a chance of ${chance}.`,
    undecided: 'The difference is too small to tell. Keep the page that you prefer.',
    complete: 'Visitors see the campaign’s own page until you choose one.',
    ended: (name: string) => `${name} was kept.`,
  },
  progress: (views: string, planned: string) => `${views} of ${planned} views`,
  variants: ['Page A', 'Page B', 'Page C', 'Page D'],
  ownPage: 'The campaign’s own page',
  ownPageThen: 'The page before the test',
  views: 'Page views',
  chance: 'Chance to be best',
  winner: 'Best',
  kept: 'Kept',
  keep: 'Keep this page',
  keepNamed: (name: string) => `Keep this page (${name})`,
  keepTitle: (name: string) => `End the test and keep ${name}?`,
  keepText:
    'All visitors see its texts, image and button then. Questions that it leaves out are removed from the form. The figures stay here.',
  tooEarly: 'Some pages have fewer views than planned, so the difference may be chance.',
  endTest: 'End test',
  goal: 'Judge the pages by',
  goals: { leads: 'Leads per view', qualified_leads: 'Conversions per view' },
  goalHint:
    'Conversions are qualified and converted leads. They need more views, and you must set the status of leads.',
  improvement: 'Smallest improvement worth finding',
  improvements: (percent: number) => `${percent}% more`,
  plan: (views: string, total: string) => `Each page needs ${views} views, ${total} together.`,
  planDays: (days: string) => `At the views of the last 30 days, that takes about ${days}.`,
  planAssumed: 'There are too few views to know the rate of the campaign, so 5% is assumed.',
  planRate: (rate: string) => `The rate of the last 30 days is ${rate}.`,
  addVariant: 'Add a page',
  removeVariant: (name: string) => `Remove this page (${name})`,
  formImage: 'Image beside the form',
  uploadImage: (name: string) => `Upload an image for ${name}`,
  replaceImage: (name: string) => `Replace the image of ${name}`,
  formImageHint: 'It also replaces a video.',
  questions: 'Questions of the form',
  hiddenQuestions: 'Questions left out',
  ownImage: 'Use the campaign’s image',
} as const;

/** The toasts about A/B tests. */
export const abTestToasts = {
  started: successToast('Test started'),
  startFailed: (message = 'Failed to start the test') => failureToast(message),
  ended: successToast('Test ended'),
  endFailed: (message = 'Failed to end the test') => failureToast(message),
};
