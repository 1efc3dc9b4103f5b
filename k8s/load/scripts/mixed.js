// Visitors and form submissions, and a client who edits a campaign repeatedly and checks the landing page.
import { check, sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { settings, submitForm, submissions, thresholds, visit, visitors } from './lib.js';

export { handleSummary, setup, teardown } from './lib.js';
const editor = { executor: 'constant-vus', vus: 1, duration: settings.duration, exec: 'edit' };
export const options = { scenarios: { visitors, submissions, editor }, thresholds };
export const browse = (data) => visit(data, check);
export const submit = (data) => submitForm(data, check);

/** Saves a campaign. A second later, a request must show the change. */
export function edit({ cookie, handle, campaigns }) {
  const { id, slug } = campaigns[0];
  const headline = `Headline ${exec.vu.iterationInInstance}`;
  const saved = http.put(`${settings.baseUrl}/api/campaigns/${id}`, JSON.stringify({ headline }), {
    headers: { 'content-type': 'application/json', cookie },
    tags: { kind: 'save', name: 'save' },
  });
  check(saved, { 'the campaign is saved': ({ status }) => status === 200 });
  // As long as pages are cached.
  sleep(1);
  // A crawler is not counted as a view.
  const page = http.get(`${settings.baseUrl}/landing/${handle}/${slug}`, {
    headers: { 'user-agent': 'Loadbot' },
    tags: { kind: 'check', name: 'check' },
  });
  check(page, { 'the landing page shows the change after a second': ({ body }) => body.includes(headline) });
  http.get(`${settings.baseUrl}/api/clients`, { headers: { cookie }, tags: { kind: 'dashboard', name: 'dashboard' } });
}
