import type { LeadJob } from './lead-job.entity';

/** What was done with a page of a job. */
export interface JobPage {
  /** The number of leads or rows, changed or not. */
  processed: number;
  changed: number;
  /** The number of those that were not changed, by reason. */
  skipped: Map<string, number>;
  /** Where the next page starts. Empty if there was nothing on this page. */
  cursor: Partial<Pick<LeadJob, 'cursorAt' | 'cursorId'>>;
}
