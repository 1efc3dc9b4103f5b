import { eventually } from './eventually';

test('eventually returns the result of the first check that succeeds', async () => {
  let n = 0;
  const check = () => {
    n += 1;
    expect(n).toBeGreaterThan(1);
    return n > 2 && n;
  };
  expect(await eventually(check)).toBe(3);
});

test.each<[string, () => unknown, RegExp]>([
  ['what the check threw', () => expect('queued').toBe('sent'), /Expected: "sent"\s+Received: "queued"/],
  ['the source of a check that returned false', () => 1 > 2, /1 > 2 returned false/],
])('eventually gives up with %s', async (_, check, state) => {
  await expect(eventually(check, { timeout: 20 })).rejects.toThrow(state);
});
