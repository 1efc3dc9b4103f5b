import { asksForPhone, DEFAULT_DISCLOSURE, shownDisclosure } from './disclosure';

const phone = [{ id: 'phone', type: 'tel' }];

it('the default disclosure states who sends messages, their frequency and cost, how to stop, and that consent is not a condition of purchase', () => {
  const shown = shownDisclosure(DEFAULT_DISCLOSURE, phone, 'Acme Heating');
  expect(shown).toMatch(
    /Acme Heating may .*texts.*frequency varies.*data rates may apply.*STOP to stop.*HELP for help.*not a condition of any purchase/,
  );
});

it('the disclosure is shown only with a form that asks for a phone number, by field type or id', () => {
  expect(asksForPhone([{ id: 'call me at', type: 'tel' }])).toBe(true);
  expect(asksForPhone([{ id: 'phoneNumber', type: 'text' }])).toBe(true);
  expect(asksForPhone([{ id: 'fullName', type: 'text' }])).toBe(false);
  expect(shownDisclosure(DEFAULT_DISCLOSURE, [{ id: 'email', type: 'email' }], 'Acme')).toBeNull();
});
