export { followUp } from './follow-up.workflow';
