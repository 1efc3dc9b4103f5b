/** What the preview stands for. */
export type Device = 'desktop' | 'phone';

const PAGE_WIDTH: Record<Device, number> = { desktop: 1280, phone: 375 };
const PHONE_HEIGHT = 740;
/** Both sides of the frame drawn around the page. */
const FRAME: Record<Device, number> = { desktop: 2, phone: 12 };

/** The largest page of that width which fits the room, scaled down where the room is narrower. */
export function deviceBox(
  device: Device,
  roomWidth: number,
  roomHeight: number,
): { width: number; height: number; scale: number } {
  const width = PAGE_WIDTH[device];
  const scale = Math.min(1, (roomWidth - FRAME[device]) / width);
  const room = Math.max(0, Math.floor((roomHeight - FRAME[device]) / scale));
  return { width, height: device === 'phone' ? Math.min(PHONE_HEIGHT, room) : room, scale };
}
