import { asksForPhone, DEFAULT_DISCLOSURE, shownDisclosure } from './disclosure';

const phone = [{ id: 'phone', type: 'tel' }];

it('names the business, that texts may come, how often, what they cost, how to stop, and that nothing must be bought', () => {
  const shown = shownDisclosure(DEFAULT_DISCLOSURE, phone, 'Acme Heating');
  expect(shown).toMatch(
    /Acme Heating may .*texts.*frequency varies.*data rates may apply.*STOP to stop.*HELP for help.*not a condition of any purchase/,
  );
});

it('is shown under a form that asks for a phone number, by its type or by its id', () => {
  expect(asksForPhone([{ id: 'call me at', type: 'tel' }])).toBe(true);
  expect(asksForPhone([{ id: 'phoneNumber', type: 'text' }])).toBe(true);
  expect(asksForPhone([{ id: 'fullName', type: 'text' }])).toBe(false);
  expect(shownDisclosure(DEFAULT_DISCLOSURE, [{ id: 'email', type: 'email' }], 'Acme')).toBeNull();
});
