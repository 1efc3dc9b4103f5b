/** Steps to run at the end, in reverse order. A step that fails does not keep the others from running. */
export class Cleanup {
  private readonly steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.steps.push(step);
  }

  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        console.error(`Cleanup failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}
