import { toCampaignInput } from './campaign-draft';
import { campaignTemplate } from './campaign-template';

test('the template has the four form fields that the product spec names', () => {
  expect(campaignTemplate.formFields.map((field) => field.id)).toEqual([
    'fullName',
    'phone',
    'email',
    'waterHeaterAge',
  ]);
});

test('the template can be saved without changes', () => {
  const input = toCampaignInput(campaignTemplate);
  expect(input).toMatchObject({
    name: expect.stringMatching(/\S/),
    postSubmissionType: 'message',
    logoImageUrl: null,
    redirectUrl: null,
  });
  expect(input.thankYouMessage).not.toBe('');
  expect(campaignTemplate.formFields.at(-1)?.options.length).toBeGreaterThan(1);
});
