// Visitors, submissions, and a client who repeatedly saves a campaign and checks that the change is visible.
import { check } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { send, senders, settings, thresholds, visit, visitors } from './lib.js';

export { handleSummary, setup, teardown } from './lib.js';
const editor = { executor: 'constant-vus', vus: 1, duration: settings.duration, exec: 'edit' };
export const options = { scenarios: { visitors, senders, editor }, thresholds };
export const browse = (place) => visit(place, check);
export const submit = (place) => send(place, check);

/** Saves a campaign and checks that the next read shows the change. */
export function edit({ cookie, handle, campaigns }) {
  const { id, slug } = campaigns[0];
  const headline = `Headline ${exec.vu.iterationInInstance}`;
  const saved = http.put(`${settings.baseUrl}/api/campaigns/${id}`, JSON.stringify({ headline }), {
    headers: { 'content-type': 'application/json', cookie },
    tags: { kind: 'save', name: 'save' },
  });
  check(saved, { 'the campaign is saved': ({ status }) => status === 200 });
  // With a crawler's user agent, so that no view is counted.
  const page = http.get(`${settings.baseUrl}/landing/${handle}/${slug}`, {
    headers: { 'user-agent': 'Loadbot' },
    tags: { kind: 'look', name: 'look' },
  });
  check(page, { 'what was saved shows at once': ({ body }) => body.includes(headline) });
  http.get(`${settings.baseUrl}/api/clients`, { headers: { cookie }, tags: { kind: 'dashboard', name: 'dashboard' } });
}
