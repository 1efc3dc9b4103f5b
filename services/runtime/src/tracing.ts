import {
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Instrumentation } from '@opentelemetry/instrumentation';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The headers that propagate a trace: W3C `traceparent` and, if present, `tracestate`. */
export type TraceCarrier = Record<string, string>;

let isOn = false;
const names = new WeakMap<Span, string>();
const tracer = () => trace.getTracer('dripline');

/** Whether tracing is enabled in this process. If not, all functions here are no-ops. */
export const isTracing = (): boolean => isOn;

/**
 * Starts sending spans to a collector (OTLP over HTTP, JSON) at `endpoint`. Without an endpoint nothing is traced.
 * OpenTelemetry's `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` set the sampling rate.
 * @returns A function that flushes the remaining spans on shutdown.
 */
export async function startTracing(
  service: string,
  endpoint: string | undefined,
  libraries: () => Instrumentation[] = () => [],
): Promise<() => Promise<void>> {
  if (!endpoint) return () => Promise.resolve();
  // Imported lazily, so that processes without tracing do not load the SDK.
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { registerInstrumentations } = await import('@opentelemetry/instrumentation');
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const resource = resourceFromAttributes({ 'service.name': `dripline-${service}` });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();
  registerInstrumentations({ instrumentations: libraries(), tracerProvider: provider });
  isOn = true;
  return () => provider.shutdown().catch(() => undefined);
}

/**
 * Runs a request handler in a span that continues the caller's trace. The span is named after the route when the
 * response ends.
 */
export function traceRequest(req: IncomingMessage, res: ServerResponse, routeOf: () => string, next: () => void): void {
  if (!isOn) return next();
  const caller = propagation.extract(ROOT_CONTEXT, req.headers);
  const method = req.method ?? '';
  const span = tracer().startSpan(
    method,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
    caller,
  );
  res.once('close', () => {
    span.updateName(names.get(span) ?? `${method} ${routeOf()}`);
    span.setAttributes({ 'http.route': routeOf(), 'http.response.status_code': res.statusCode });
    if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(caller, span), next);
}

/** Names the current request's span more precisely than its route. Never pass visitor input. */
export function nameRequestSpan(name: string): void {
  const span = isOn ? trace.getActiveSpan() : undefined;
  if (span) names.set(span, name);
}

/** Returns the headers that make a call to another service continue the current trace. */
export function traceCarrier(): TraceCarrier {
  const carrier: TraceCarrier = {};
  if (isOn) propagation.inject(context.active(), carrier);
  return carrier;
}

/** Returns the current trace as a `traceparent` to store with deferred work, or null. */
export const traceparent = (): string | null => traceCarrier()['traceparent'] ?? null;

/** Runs a function in a new span, within the trace in `from` or else the current trace. */
export async function withSpan<Result>(
  name: string,
  run: () => Promise<Result>,
  { from, attributes = {} }: { from?: TraceCarrier | null; attributes?: Record<string, string | number> } = {},
): Promise<Result> {
  if (!isOn) return run();
  const parent: Context = from ? propagation.extract(ROOT_CONTEXT, from) : context.active();
  const span = tracer().startSpan(name, { attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), run);
  } catch (error) {
    // The error message may contain request data.
    span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error | null)?.constructor.name });
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the current trace id as log fields. */
export function traceIdFields(): { traceId?: string } {
  const traceId = isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined;
  return traceId === undefined ? {} : { traceId };
}
