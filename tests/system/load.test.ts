import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';

const k6 = process.env['K6_PATH'];

describe('the load scripts', () => {
  (k6 ? it : it.skip).each(['browse', 'submit', 'mixed'])(
    'k6 parses %s, which has thresholds for pages, submissions, errors and losses',
    (script) => {
      const inspected = execFileSync(k6!, ['inspect', join(root, 'k8s/load/scripts', `${script}.js`)], {
        encoding: 'utf8',
      });
      const { thresholds } = JSON.parse(inspected) as { thresholds: object };
      expect(Object.keys(thresholds)).toEqual(
        expect.arrayContaining([
          'http_req_duration{kind:page}',
          'http_req_duration{kind:submission}',
          'http_req_failed',
          'leads_lost',
          'views_lost',
          'dropped_iterations',
        ]),
      );
    },
  );
});
