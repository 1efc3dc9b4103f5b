import { Secret } from 'otpauth';
import { stepOfCode } from './totp';

// RFC 6238, appendix B, for SHA-1. A code of six digits is the end of the one of eight digits.
const vectors: [seconds: number, code: string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];
const secret = Secret.fromLatin1('12345678901234567890').base32;

describe('a code of an authenticator app', () => {
  it.each(vectors)('at %d seconds is %s, as RFC 6238 says', (seconds, code) => {
    expect(stepOfCode(secret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('is accepted one step early or late, and no further', () => {
    const [seconds, code] = vectors[3]!;
    const stepAt = (shift: number) => stepOfCode(secret, code.slice(2), (seconds + shift * 30) * 1000);
    const step = Math.floor(seconds / 30);
    expect([-2, -1, 0, 1, 2].map(stepAt)).toEqual([null, step, step, step, null]);
  });

  it('is not accepted with other digits, another length or letters', () => {
    for (const code of ['000000', '', '28708', '94287082', 'abcdef'])
      expect(stepOfCode(secret, code, 59_000)).toBeNull();
  });
});
