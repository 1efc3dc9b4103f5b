// Visitors only. They arrive at a fixed rate, even if responses are slow.
import { check } from 'k6';
import { thresholds, visit, visitors } from './lib.js';

export { handleSummary, setup, teardown } from './lib.js';
export const options = { scenarios: { visitors }, thresholds };
export const browse = (data) => visit(data, check);
