import type { ReplyMeaning } from '../sms/reply.entity';

/** What people answer, by what it means. */
export const replyBodies: Record<ReplyMeaning, string[]> = {
  stop: [
    ...['STOP', 'stop', 'Stop.', ' stop ', 'STOP!!!', 'please stop', 'Stop please', 'pls stop', 'stop texting me', 'Please stop texting me now', 'STOP ALL', 'stopall'],
    ...['stop sending me messages', 'stop this', 'quit', 'QUIT.', 'end', 'End', 'revoke', 'opt out', 'Opt-out', 'OPTOUT', 'cancel', 'Cancel please', 'unsubscribe', 'Unsubscribe me'],
    ...['unsubscribe me from this list', 'ＳＴＯＰ', 'Stop\n', '"stop"', 'ok stop', 'arret', 'Stop the texts', 'Stop messaging us'],
  ],
  start: ['START', 'start', 'Start!', 'unstop', 'UNSTOP', 'opt in', 'Subscribe'],
  help: ['HELP', 'help', 'Help?', 'info', 'INFO'],
  review: [
    ...['Can you stop by tomorrow?', 'I want you to leave me alone', 'do not text me again', "don't contact me", 'dont message me', 'wrong number', 'no more of this nonsense please'],
    ...['remove me', 'take me off of it', 'How do I unsubscribe from the newsletter?', 'I will never stop loving this', 'This is harassment'],
  ],
  reply: ['Yes', 'yes please, Tuesday', 'No thanks', 'Is the inspection really free?', 'Tuesday at 3', '👍', '', 'I need help with my heater', 'The end of the week works', 'ok'],
};
