import { isListening } from '../processes/ports';

const everyMs = 2_000;
export const temporalIsDown = 'Temporal is not reachable: leads are taken and saved; their texts go when it is back.';
const temporalIsBack = 'Temporal is reachable again: waiting texts go now.';

/** Tells when Temporal goes and when it comes back, until the returned function is called. */
export function watchTemporal(
  address: string,
  wasUp: boolean,
  tell: (line: string) => void = console.log,
  intervalMs = everyMs,
): () => void {
  let isUp = wasUp;
  const timer = setInterval(async () => {
    const now = await isReachable(address);
    if (now !== isUp) tell(now ? temporalIsBack : temporalIsDown);
    isUp = now;
  }, intervalMs);
  return () => clearInterval(timer);
}

/** Whether something accepts connections at host:port. */
export function isReachable(address: string): Promise<boolean> {
  const at = address.lastIndexOf(':');
  return isListening(Number(address.slice(at + 1)), address.slice(0, at).replace(/^\[|\]$/g, ''));
}
