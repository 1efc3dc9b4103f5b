import { toThread } from './thread';

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z`;
const list = (minutes: number[], hasNextPage = false) => ({
  nodes: minutes.map((minute) => ({ id: `${minute}`, createdAt: at(minute) })),
  pageInfo: { hasNextPage },
});
const merge = (messages: object, replies: object) => {
  const { entries, hasEarlier } = toThread({ messages, replies } as never);
  return { minutes: entries.map(({ entry, isReply }) => `${isReply ? 'r' : 'm'}${entry.id}`), hasEarlier };
};

describe('the thread of a conversation', () => {
  it('has messages and replies in the order of their times', () => {
    expect(merge(list([9, 5, 1]), list([7, 2]))).toEqual({
      minutes: ['m1', 'r2', 'm5', 'r7', 'm9'],
      hasEarlier: false,
    });
  });

  it('starts where both lists are complete, so that nothing is missing in between', () => {
    expect(merge(list([9, 8], true), list([7, 2]))).toEqual({ minutes: ['m8', 'm9'], hasEarlier: true });
    expect(merge(list([9, 8], true), list([10, 6], true))).toEqual({ minutes: ['m8', 'm9', 'r10'], hasEarlier: true });
  });

  it('is empty without messages and replies', () => {
    expect(merge(list([]), list([]))).toEqual({ minutes: [], hasEarlier: false });
  });
});
