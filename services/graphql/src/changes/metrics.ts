import { metrics } from '@dripline/runtime/http/health-server';
import { Counter, Gauge } from 'prom-client';

export const openStreams = new Gauge({
  name: 'dripline_streams_open',
  help: 'Open streams of subscriptions.',
  registers: [metrics],
});

export const streamEvents = new Counter({
  name: 'dripline_stream_events_total',
  help: 'Events sent to subscribers, by subscription.',
  labelNames: ['subscription'],
  registers: [metrics],
});

export const streamOverflows = new Counter({
  name: 'dripline_stream_overflows_total',
  help: 'Streams that ended because the subscriber read too slowly. It resumes after its last cursor.',
  registers: [metrics],
});
