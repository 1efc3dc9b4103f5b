/** Keeps so many values; of more, the one that was asked for longest ago goes. */
export class LeastRecentlyUsed<Value> {
  // A Map holds its keys in the order in which they were put.
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.values.size;
  }

  get(key: string): Value | undefined {
    const value = this.values.get(key);
    if (value !== undefined) this.put(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.put(key, value);
    if (this.values.size > this.most) this.values.delete(this.values.keys().next().value!);
  }

  deleteWhere(isOutdated: (value: Value) => boolean): void {
    for (const [key, value] of this.values) if (isOutdated(value)) this.values.delete(key);
  }

  private put(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
  }
}
