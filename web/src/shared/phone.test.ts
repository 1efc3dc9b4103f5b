/** @jest-environment jsdom */
import { formatPhone } from './phone';

afterEach(() => document.head.replaceChildren());

test('formatPhone shows US numbers in national format, other numbers with their country code, and invalid input unchanged', () => {
  expect(formatPhone('+15125550142')).toBe('(512) 555-0142');
  expect(formatPhone('512.555.0142')).toBe('(512) 555-0142');
  expect(formatPhone('+442079460958')).toBe('+44 20 7946 0958');
  expect(formatPhone('call me')).toBe('call me');
});

test('formatPhone uses the default country of the page', () => {
  document.head.innerHTML = '<meta name="phone-country" content="GB" />';
  expect(formatPhone('020 7946 0958')).toBe('020 7946 0958');
  expect(formatPhone('+442079460958')).toBe('020 7946 0958');
  expect(formatPhone('+15125550142')).toBe('+1 512 555 0142');
});
