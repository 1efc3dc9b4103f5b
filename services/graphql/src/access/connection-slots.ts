/** Lets a limited number of tasks run at once. The others wait in the order in which they came. */
export class ConnectionSlots {
  private readonly queue: (() => void)[] = [];

  constructor(private free: number) {}

  /** The number of tasks that wait. */
  get waitingCount(): number {
    return this.queue.length;
  }

  /**
   * Waits for a slot.
   *
   * @param timeoutMs how long to wait at most
   * @throws the error of a pool that has no connection in time
   */
  acquire(timeoutMs?: number): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const grant = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              this.queue.splice(this.queue.indexOf(grant), 1);
              reject(new Error('timeout exceeded when trying to connect'));
            }, timeoutMs);
      this.queue.push(grant);
    });
  }

  /** Passes the slot to the next task. */
  release(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.free += 1;
  }
}
