// Visitors alone: an open model, so that a slow answer keeps nobody away.
import { check } from 'k6';
import { thresholds, visit, visitors } from './lib.js';

export { handleSummary, setup, teardown } from './lib.js';
export const options = { scenarios: { visitors }, thresholds };
export const browse = (place) => visit(place, check);
