import { wordsOf } from '../../format';

const words: Record<string, string> = {
  done: 'All texts went out',
  converted: 'The lead was converted',
  deleted: 'What it belonged to was deleted',
  client_inactive: 'This business is inactive; texts go on once it is active again',
  texts_off: 'Automatic texts are switched off; they go on once they are switched on',
  sequence_off: 'The sequence is switched off; texts go on once it is switched on',
  sms_limit: 'The monthly SMS limit is used up; texts go on once it is raised or a new month begins',
  opted_out: 'The number opted out of texts',
};

/** Why an enrollment or a text stands where it stands, in words; a provider's own reason as it came. */
export const reasonWords = (reason: string) => words[reason] ?? (/^[a-z_]+$/.test(reason) ? wordsOf(reason) : reason);
