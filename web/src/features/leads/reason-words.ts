import { wordsOf } from '../../format';

const words: Record<string, string> = {
  done: 'All texts went out',
  converted: 'The lead was converted',
  deleted: 'What it belonged to was deleted',
  client_inactive: 'This business is inactive',
  texts_off: 'Automatic texts are switched off',
  sequence_off: 'The sequence is switched off',
  sms_limit: 'The monthly SMS limit is used up; texts go on once it is raised or a new month begins',
  quiet_hours: 'It is night there; texts go on in the morning',
  provider_trouble: 'The SMS provider does not take texts right now; they go on once it does',
  no_number: 'There is no number to text',
  bad_number: 'The number cannot be texted',
  same_number: 'Another lead with this number is already being texted',
  opted_out: 'The number opted out of texts',
};

/** Why an enrollment or a text stands where it stands, in words; a provider's own reason as it came. */
export const reasonWords = (reason: string) => words[reason] ?? (/^[a-z_]+$/.test(reason) ? wordsOf(reason) : reason);
