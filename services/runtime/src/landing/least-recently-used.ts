/** A cache with a maximum size that evicts the least recently used value. */
export class LeastRecentlyUsed<Value> {
  // A Map iterates in insertion order, so the first key is the least recently used.
  private readonly values = new Map<string, Value>();

  constructor(private readonly maxSize: number) {}

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
    if (this.values.size > this.maxSize) this.values.delete(this.values.keys().next().value!);
  }

  deleteWhere(isOutdated: (value: Value) => boolean): void {
    for (const [key, value] of this.values) if (isOutdated(value)) this.values.delete(key);
  }

  private put(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
  }
}
