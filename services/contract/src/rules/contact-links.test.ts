import { CONTACT_PHONE, mapLink, phoneLink } from './contact-links';

test.each([
  ['(415) 555-0110', 'tel:4155550110'],
  ['+1 415.555.0110', 'tel:+14155550110'],
  ['+44 (0)20 7946 0000', 'tel:+442079460000'],
  ['030/1234567', 'tel:0301234567'],
])('%s is dialed as %s', (phone, link) => {
  expect(phone).toMatch(CONTACT_PHONE);
  expect(phoneLink(phone)).toBe(link);
});

test('a blank text is no number, and other texts are rejected', () => {
  expect(' ').toMatch(CONTACT_PHONE);
  for (const text of ['call us', '123', '1234567890123456', 'javascript:12345', '12345;ext=1'])
    expect(text).not.toMatch(CONTACT_PHONE);
});

test('a map is searched for the address, whatever it contains', () => {
  expect(mapLink('1 Mill St & Co?#')).toBe('https://www.google.com/maps/search/?api=1&query=1+Mill+St+%26+Co%3F%23');
});
