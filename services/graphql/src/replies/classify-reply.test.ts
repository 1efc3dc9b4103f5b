import { replyBodies } from '../testing/reply-bodies';
import { classifyReply } from './classify-reply';

describe('reply classification', () => {
  it.each(
    Object.entries(replyBodies).flatMap(([meaning, list]) => list.map((body): [string, string] => [body, meaning])),
  )('the reply %j is classified as %s', (body, meaning) => {
    expect(classifyReply(body)).toBe(meaning);
  });
});
