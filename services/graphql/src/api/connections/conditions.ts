/** Collects the conditions of a list's rows and the values of their parameters. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly conditions: string[] = [];

  /** The SQL condition that all of them hold. */
  get where(): string {
    return this.conditions.join(' AND ') || 'true';
  }

  /** Adds a condition. */
  add(condition: string): void {
    this.conditions.push(condition);
  }

  /** Adds a parameter and returns its name, such as `$1`. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** Adds a parameter that matches texts which contain `text`, and returns its name. */
  pattern(text: string): string {
    return this.value(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
  }

  /** Requires that an expression has a value. Does nothing if the value is null or undefined. */
  equal(expression: string, value: unknown): void {
    if (value != null) this.add(`${expression} = ${this.value(value)}`);
  }

  /** Requires that an expression contains a text, regardless of case. Does nothing if the text is blank or missing. */
  contains(expression: string, text: string | null | undefined): void {
    if (text?.trim()) this.add(`${expression} ILIKE ${this.pattern(text.trim())}`);
  }
}
