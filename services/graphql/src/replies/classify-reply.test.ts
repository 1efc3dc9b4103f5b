import { replyBodies } from '../testing/reply-bodies';
import { classifyReply } from './classify-reply';

describe('reply classification', () => {
  it.each(
    Object.entries(replyBodies).flatMap(([intent, list]) => list.map((body): [string, string] => [body, intent])),
  )('the reply %j is classified as %s', (body, intent) => {
    expect(classifyReply(body)).toBe(intent);
  });
});
