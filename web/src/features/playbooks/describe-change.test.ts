import { describeChange } from './describe-change';

describe('a change of a playbook', () => {
  it('names the field of the campaign as the builder does', () => {
    expect(describeChange({ name: 'faq', before: [], after: [{ question: 'Why?', answer: 'So.' }] })).toEqual({
      label: 'Frequently Asked Questions',
      before: 'None',
      after: 'Why?',
    });
    expect(describeChange({ name: 'language', before: 'en', after: 'es' })).toMatchObject({ after: 'Español' });
    expect(describeChange({ name: 'redirectUrl', before: null, after: 'https://acme.example' })).toEqual({
      label: 'Redirect Url',
      before: 'None',
      after: 'https://acme.example',
    });
  });

  it('has no values where they look the same', () => {
    const form = (required: boolean) => [{ label: 'Phone', required }];
    expect(describeChange({ name: 'formFields', before: form(true), after: form(false) })).toEqual({
      label: 'Form Fields',
    });
  });

  it('names the sequence, which may contain periods, and shows its steps', () => {
    const after = [
      { delayMinutes: 0, message: 'Hi' },
      { delayMinutes: 30, message: 'Hello?' },
      { delayMinutes: 60, message: 'Still there?' },
      { delayMinutes: 2880, message: 'Last call' },
    ];
    expect(describeChange({ name: 'sequences.St. Mary.steps', before: after.slice(0, 1), after })).toEqual({
      label: 'Sequence “St. Mary”: Steps',
      before: '1. Immediately: Hi',
      after: [
        '1. Immediately: Hi',
        '2. After 30 minutes: Hello?',
        '3. After 1 hour: Still there?',
        '4. After 2 days: Last call',
      ].join('\n'),
    });
    expect(
      describeChange({ name: 'sequences.A.triggerEvent', before: 'lead_created', after: 'lead_qualified' }),
    ).toEqual({ label: 'Sequence “A”: Trigger Event', before: 'Lead created', after: 'Lead qualified' });
    expect(describeChange({ name: 'sequences.A', before: { name: 'A', steps: after }, after: null })).toMatchObject({
      label: 'Sequence “A”',
      after: 'None',
    });
  });
});
