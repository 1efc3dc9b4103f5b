import { replyBodies } from '../testing/reply-bodies';
import { meaningOf } from './classify-reply';

describe('the meaning of a reply', () => {
  it.each(
    Object.entries(replyBodies).flatMap(([meaning, list]) => list.map((body): [string, string] => [body, meaning])),
  )('%j is %s', (body, meaning) => {
    expect(meaningOf(body)).toBe(meaning);
  });
});
