/** The result of a test. */
export interface TestResult {
  /** The full name, with the names of its groups. */
  name: string;
  hasPassed: boolean;
}

/** The results of a run of Jest or Playwright. */
export interface TestResults {
  passed: number;
  /** Failed tests, and test files that could not run. */
  failed: number;
  tests: TestResult[];
}

/** What a runner needs to run. */
export interface RunnerOptions {
  args: string[];
  env: Record<string, string>;
  /** Folder for the report and the output. */
  folder: string;
  signal: AbortSignal;
}

/** Returns the sum of results. */
export const sumResults = (results: TestResults[]): TestResults => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  tests: results.flatMap(({ tests }) => tests),
});
