/** The device that the preview simulates. */
export type Device = 'desktop' | 'phone';

const PAGE_WIDTH: Record<Device, number> = { desktop: 1280, phone: 375 };
const PHONE_HEIGHT = 740;
/** The total width of the frame on both sides, in px. */
const FRAME: Record<Device, number> = { desktop: 2, phone: 12 };

/** Returns the size of the simulated page in px and the scale at which it fits the available space. */
export function fitDevice(
  device: Device,
  availableWidth: number,
  availableHeight: number,
): { width: number; height: number; scale: number } {
  const width = PAGE_WIDTH[device];
  const scale = Math.min(1, (availableWidth - FRAME[device]) / width);
  const height = Math.max(0, Math.floor((availableHeight - FRAME[device]) / scale));
  return { width, height: device === 'phone' ? Math.min(PHONE_HEIGHT, height) : height, scale };
}
