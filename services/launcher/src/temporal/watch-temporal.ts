import { isListening } from '../processes/ports';

const defaultIntervalMs = 2_000;
export const temporalDownMessage =
  'Temporal is not reachable. Leads are saved; their messages are sent when it is reachable again.';
const temporalUpMessage = 'Temporal is reachable again. Waiting messages are sent now.';

/** Logs when Temporal becomes unreachable or reachable, until the returned function is called. */
export function watchTemporal(
  address: string,
  wasUp: boolean,
  log: (line: string) => void = console.log,
  intervalMs = defaultIntervalMs,
): () => void {
  let isUp = wasUp;
  const timer = setInterval(async () => {
    const isReachableNow = await isReachable(address);
    if (isReachableNow !== isUp) log(isReachableNow ? temporalUpMessage : temporalDownMessage);
    isUp = isReachableNow;
  }, intervalMs);
  return () => clearInterval(timer);
}

/** Returns whether host:port accepts connections. */
export function isReachable(address: string): Promise<boolean> {
  const colon = address.lastIndexOf(':');
  return isListening(Number(address.slice(colon + 1)), address.slice(0, colon).replace(/^\[|\]$/g, ''));
}
