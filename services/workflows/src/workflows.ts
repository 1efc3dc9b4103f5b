export { alert } from './alert.workflow';
export { followUp } from './follow-up.workflow';
