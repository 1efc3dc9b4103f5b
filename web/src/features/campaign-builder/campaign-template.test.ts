import { toInput } from './campaign-draft';
import { campaignTemplate } from './campaign-template';

test('the template asks the four questions whose ids the spec names', () => {
  expect(campaignTemplate.formFields.map((field) => field.id)).toEqual([
    'fullName',
    'phone',
    'email',
    'waterHeaterAge',
  ]);
});

test('the template can be saved as it is', () => {
  const input = toInput(campaignTemplate);
  expect(input).toMatchObject({
    name: expect.stringMatching(/\S/),
    postSubmissionType: 'message',
    logoImageUrl: null,
    redirectUrl: null,
  });
  expect(input.thankYouMessage).not.toBe('');
  expect(campaignTemplate.formFields.at(-1)?.options.length).toBeGreaterThan(1);
});
