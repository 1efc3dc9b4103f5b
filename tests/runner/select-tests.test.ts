import { root } from '@dripline/launcher/paths';
import { selectTests } from './select-tests';

// In a regular expression.
const folder = root.replaceAll('.', '\\.');
const files = ['tests/e2e/sign-in.spec.ts', 'tests/e2e/dashboard/leads-tab.spec.ts'];

test.each([
  ['', { jest: [], playwright: [] }],
  ['submit-lead', { jest: ['submit-lead'] }],
  ['chart/golden -u', { jest: ['chart/golden', '-u'] }],
  [
    'leads-tab submit-lead',
    { jest: [`${folder}/.*leads-tab`, `${folder}/.*submit-lead`, '--passWithNoTests'], playwright: ['leads-tab'] },
  ],
  ['e2e', { jest: [`${folder}/.*e2e`, '--passWithNoTests'], playwright: ['e2e'] }],
  ['--selectProjects graphql web', { jest: ['--selectProjects', 'graphql', 'web'] }],
  ['--selectProjects system -- faults', { jest: ['--selectProjects', 'system', '--', 'faults'] }],
  ['--selectProjects e2e', { playwright: [] }],
  ['--selectProjects e2e sign-in', { playwright: ['sign-in'] }],
  ['--selectProjects e2e -- sign-in --project touch', { playwright: ['sign-in', '--project', 'touch'] }],
])('npm test -- %s selects the right runners', (args, expected) => {
  expect(selectTests(args.split(' ').filter(Boolean), files)).toEqual(expected);
});
