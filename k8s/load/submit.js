// Submissions only.
import { check } from 'k6';
import { send, senders, thresholds } from './lib.js';

export { handleSummary, setup, teardown } from './lib.js';
export const options = { scenarios: { senders }, thresholds };
export const submit = (place) => send(place, check);
