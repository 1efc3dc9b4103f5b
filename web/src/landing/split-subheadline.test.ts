import { splitSubheadline } from './split-subheadline';

test.each([
  ['Free today.', 'Free today.', []],
  ['Free today.\n- No cost\n-  Licensed \n', 'Free today.', ['No cost', 'Licensed']],
  ['- First\nBetween\n- Second\nAfter', 'Between\nAfter', ['First', 'Second']],
  // Not the marker of a list
  ['-40% today\n- \n--\n5 - 6 hours', '-40% today\n- \n--\n5 - 6 hours', []],
  ['', '', []],
  ['- ' + '-'.repeat(4000), '', ['-'.repeat(4000)]],
])('splits %j', (subheadline, text, benefits) => {
  expect(splitSubheadline(subheadline)).toEqual({ text, benefits });
});
