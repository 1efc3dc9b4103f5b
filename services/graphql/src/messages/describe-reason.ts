/** Why a text did not go or waits, for the people of the business. */
const words: Record<string, string> = {
  bad_number: 'the phone number cannot receive texts',
  other_country: 'texts do not go to numbers of that country',
  too_many:
    'too many forms came at once from one place or for numbers like this one, as somebody does who makes them up',
  no_number: 'the form has no phone number',
  no_consent: 'the lead was not asked whether it agrees to texts',
  opted_out: 'this number asked for no more texts',
  same_number: 'this number is already in this sequence through another form',
  texts_off: 'texts are switched off for this business',
  sequence_off: 'this sequence is switched off',
  filtered: 'phone companies filtered too many texts of this sequence: change its words, and saving it lets them go on',
  client_inactive: 'this business is inactive',
  quiet_hours: 'it is night there: texts wait for the end of the quiet hours',
  sms_limit: 'this month’s texts are used up: it goes when the limit is raised or the next month begins',
  provider_trouble: 'the text service does not take our texts at the moment: they wait, none is lost',
  carrier_refused: 'the phone company refused it',
  carrier_30007: 'the phone company filtered it as unwanted',
  expired: 'it could not be handed over for a day',
  unknown: 'nobody could say whether it arrived, so it was not sent again',
  converted: 'the lead was converted',
  replied: 'the lead answered',
  done: 'every text of the sequence went',
};

export function reasonWords(reason: string | null): string {
  if (reason?.startsWith('carrier_') && !words[reason])
    return `the phone company reported error ${reason.slice('carrier_'.length)}`;
  return words[reason ?? ''] ?? 'it was cancelled';
}
