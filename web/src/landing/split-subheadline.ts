/** A line of a list of benefits. */
const BENEFIT = /^\s*-\s+(.*\S)\s*$/;

/** Splits a subheadline into its text and the benefits: the lines that start with `- `. */
export function splitSubheadline(subheadline: string): { text: string; benefits: string[] } {
  const lines = subheadline.split('\n');
  return {
    text: lines
      .filter((line) => !BENEFIT.test(line))
      .join('\n')
      .trim(),
    benefits: lines.flatMap((line) => BENEFIT.exec(line)?.[1] ?? []),
  };
}
