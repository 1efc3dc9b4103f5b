import { formatPhone } from './phone';

test('formatPhone shows US numbers in national format, other numbers with their country code, and invalid input unchanged', () => {
  expect(formatPhone('+15125550142')).toBe('(512) 555-0142');
  expect(formatPhone('512.555.0142')).toBe('(512) 555-0142');
  expect(formatPhone('+442079460958')).toBe('+44 20 7946 0958');
  expect(formatPhone('call me')).toBe('call me');
});
