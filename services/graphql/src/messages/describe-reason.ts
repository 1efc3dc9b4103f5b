/** Why a message was not sent or is waiting, as the user interface shows it. Each completes "because …". */
const descriptions: Record<string, string> = {
  bad_number: 'the phone number cannot receive text messages',
  other_country: 'text messages are not sent to numbers in this country',
  flood: 'of unusually many messages to one number range or submissions from one address',
  number_limit: 'this number received many messages in the last hours',
  no_number: 'the lead gave no phone number',
  no_consent: 'this number did not agree to text messages',
  number_changed: 'the phone number was changed',
  opted_out: 'this number opted out of text messages',
  other_campaign: 'the lead came from another campaign',
  enrolled_before: 'the lead was enrolled in this sequence before',
  stopped: 'somebody stopped it',
  new_version: 'a new version of the sequence was published',
  same_number: 'another lead with this number is already in this sequence',
  messages_off: 'text messages are turned off for this business',
  sequence_off: 'this sequence is turned off',
  carrier_filtered:
    'carriers blocked too many messages of this sequence. Edit the messages and save the sequence to resume',
  client_inactive: 'this business is inactive',
  held_lead: 'this lead is held because the monthly lead limit is reached',
  earlier_message: 'an earlier message to this lead is not sent yet',
  quiet_hours: 'quiet hours apply',
  daily_limit: 'this number received as many messages within 24 hours as its state allows',
  sms_limit:
    'the monthly limit of messages or segments is reached. It is sent when the limit is raised or the next month starts',
  provider_unavailable: 'the text message provider is unavailable. All messages are kept and sent later',
  paced: 'the sender sends only a few messages per second',
  sender_rejected:
    'the text message provider rejects this business’s sender. The messages are kept and sent when the agency has corrected it',
  carrier_refused: 'the carrier rejected it',
  carrier_30007: 'the carrier blocked it as unwanted',
  expired: 'it could not be sent within 24 hours',
  unknown: 'its delivery could not be confirmed. It was not sent again',
  converted: 'the lead was converted',
  replied: 'the lead replied',
  done: 'all messages of the sequence were sent',
};

/** Describes a stored reason for the user interface. */
export function describeReason(reason: string | null): string {
  if (reason?.startsWith('carrier_') && !descriptions[reason])
    return `the carrier reported error ${reason.slice('carrier_'.length)}`;
  return descriptions[reason ?? ''] ?? 'it was cancelled';
}
