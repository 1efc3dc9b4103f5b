// Form submissions only.
import { check } from 'k6';
import { submitForm, submissions, thresholds } from './lib.js';

export { handleSummary, setup, teardown } from './lib.js';
export const options = { scenarios: { submissions }, thresholds };
export const submit = (data) => submitForm(data, check);
