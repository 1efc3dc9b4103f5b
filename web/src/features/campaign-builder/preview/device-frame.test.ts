import { fitDevice } from './device-frame';

test('fitDevice scales a desktop page to the available width and fills the height', () => {
  expect(fitDevice('desktop', 642, 502)).toEqual({ width: 1280, height: 1000, scale: 0.5 });
});

test('fitDevice keeps a phone at full size when it fits', () => {
  expect(fitDevice('phone', 900, 900)).toEqual({ width: 375, height: 740, scale: 1 });
  expect(fitDevice('phone', 900, 512).height).toBe(500);
});
