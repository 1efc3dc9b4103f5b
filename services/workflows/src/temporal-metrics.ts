import { createHttpServer } from '@dripline/runtime/http/http-server';
import type { RuntimeOptions } from '@temporalio/worker';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The metrics of the Temporal SDK. */
export interface TemporalMetrics {
  /** The option with which the SDK's runtime serves them on the loopback interface. */
  telemetryOptions: RuntimeOptions['telemetryOptions'];
  /** Returns them in Prometheus' text format, or an empty string if they cannot be read. */
  read(): Promise<string>;
}

/** Reserves a port for the SDK's metrics, so that the operations server can add them to its own. */
export async function prepareTemporalMetrics(): Promise<TemporalMetrics> {
  const server = createHttpServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bindAddress = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((resolve) => server.close(resolve));
  const format = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
  return {
    telemetryOptions: { metrics: { prometheus: { bindAddress, ...format } } },
    read: () =>
      fetch(`http://${bindAddress}/metrics`, { signal: AbortSignal.timeout(2_000) }).then(
        (response) => response.text(),
        () => '',
      ),
  };
}
