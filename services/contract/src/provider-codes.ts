/** What a refusal says about more than one text: about the number, or about us as a whole. */
export type CodeMeaning = 'opted_out' | 'bad_number' | 'trouble';

// https://www.twilio.com/docs/api/errors. A code that is not here concerns its own text alone.
const codes: Record<CodeMeaning, number[]> = {
  opted_out: [21610],
  bad_number: [21211, 21214, 21217, 21614, 30005, 30006],
  trouble: [20003, 20005, 20006, 20008, 21603, 21606, 21659, 21660, 21701, 21703, 21704, 30002, 30032, 30034],
};

/** What Twilio's code means beyond the text that it came for, or null. */
export function meaningOfCode(code: number): CodeMeaning | null {
  const found = Object.entries(codes).find(([, list]) => list.includes(code));
  return (found?.[0] as CodeMeaning | undefined) ?? null;
}
