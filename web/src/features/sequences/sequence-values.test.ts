import { defaultNextStep, toInput, toValues } from './sequence-values';

test('toValues gives a new sequence one step, one minute after the trigger', () => {
  expect(toValues().steps).toEqual([{ days: 0, hours: 0, minutes: 1, message: '', variants: [] }]);
});

test('defaultNextStep waits one day longer than the previous step', () => {
  expect(defaultNextStep({ days: 2, hours: 5, minutes: 9, message: 'x', variants: [] })).toEqual({
    days: 3,
    hours: 0,
    minutes: 0,
    message: '',
    variants: [],
  });
});

test('toInput calls the list `steps` and converts delays to minutes', () => {
  const input = toInput({ ...toValues(), steps: [{ days: 1, hours: 1, minutes: 1, message: 'Hi', variants: [] }] });
  expect(input).toMatchObject({ steps: [{ delayMinutes: 1501, message: 'Hi' }] });
});

test('defaultNextStep never exceeds the maximum delay', () => {
  expect(defaultNextStep({ days: 366, hours: 0, minutes: 0, message: 'x', variants: [] }).days).toBe(366);
});

test('toInput leaves out what has not changed', () => {
  expect(toInput({ name: 'Welcome' })).toEqual({ name: 'Welcome' });
});
