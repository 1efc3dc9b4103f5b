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

/** What carries a trace from one part to the next: W3C `traceparent`, and `tracestate` where there is one. */
export type TraceCarrier = Record<string, string>;

let isOn = false;
const names = new WeakMap<Span, string>();
const tracer = () => trace.getTracer('dripline');

/** Whether this process traces: where not, everything here costs nothing. */
export const isTracing = (): boolean => isOn;

/**
 * Sends this process's spans to a collector (OTLP over HTTP, JSON) under `endpoint`; without one nothing is traced. Answers what sends the last of
 * them before the process ends. `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` say how many requests are traced, as OpenTelemetry has it.
 */
export async function startTracing(
  service: string,
  endpoint: string | undefined,
  libraries: () => Instrumentation[] = () => [],
): Promise<() => Promise<void>> {
  if (!endpoint) return () => Promise.resolve();
  // Loaded here, so that who does not trace does not hold it in memory.
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

/** Runs what answers a request in a span that goes on with the caller's trace. It is named when it is over, by the route that answered. */
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

/** Gives the span of the request that is being answered a name that says more than its route. Never hand it what a visitor typed. */
export function nameRequest(name: string): void {
  const span = isOn ? trace.getActiveSpan() : undefined;
  if (span) names.set(span, name);
}

/** What a call to another part carries, so that its spans join the trace that is under way. */
export function traceCarrier(): TraceCarrier {
  const carrier: TraceCarrier = {};
  if (isOn) propagation.inject(context.active(), carrier);
  return carrier;
}

/** The trace that is under way, as a row keeps it for what happens later; null where there is none. */
export const traceparent = (): string | null => traceCarrier()['traceparent'] ?? null;

/** Runs something in a span of its own: under the trace that `from` carries, or else under the one that is under way. */
export async function inSpan<Result>(
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
    // Its message may quote what was asked.
    span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error | null)?.constructor.name });
    throw error;
  } finally {
    span.end();
  }
}

/** The id of the trace that is under way, as a log has it. */
export function traceIds(): { traceId?: string } {
  const traceId = isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined;
  return traceId === undefined ? {} : { traceId };
}
