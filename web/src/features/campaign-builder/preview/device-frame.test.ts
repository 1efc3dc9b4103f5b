import { deviceBox } from './device-frame';

test('a desktop page is scaled to the room and as high as it', () => {
  expect(deviceBox('desktop', 642, 502)).toEqual({ width: 1280, height: 1000, scale: 0.5 });
});

test('a phone keeps its size where there is room', () => {
  expect(deviceBox('phone', 900, 900)).toEqual({ width: 375, height: 740, scale: 1 });
  expect(deviceBox('phone', 900, 512).height).toBe(500);
});
