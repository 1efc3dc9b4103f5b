import type { ApiKeyScope } from '@dripline/contract/api-keys';
import { describeScopes } from './describe-scopes';

test.each<[ApiKeyScope[], string[]]>([
  [['write_all', 'read_leads'], ['Read and write everything']],
  [['read_all'], ['Read everything']],
  [
    ['read_all', 'write_leads'],
    ['Read everything', 'Read and write: Leads'],
  ],
  [
    ['read_stats', 'read_campaigns', 'write_leads', 'read_leads'],
    ['Read: Campaigns, Statistics', 'Read and write: Leads'],
  ],
])('the scopes %j are described as %j', (scopes, lines) => {
  expect(describeScopes(scopes)).toEqual(lines);
});
