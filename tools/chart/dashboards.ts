/** A chart of a dashboard. */
export interface Panel {
  title: string;
  /** What the chart shows, and what to look for. */
  description: string;
  /** The unit, as Grafana names it: https://grafana.com/docs/grafana/latest/panels-visualizations/configure-standard-options/#unit */
  unit: string;
  /** The queries in PromQL, by the legend of their series. */
  queries: Record<string, string>;
  /** `stat` shows the current value of each series. Defaults to `timeseries`. */
  type?: 'stat' | 'timeseries';
  /** The alerts about what the chart shows. The chart links to their runbooks. */
  alerts?: string[];
}

export interface Dashboard {
  /** The name of the file and the end of the address. */
  name: string;
  title: string;
  description: string;
  rows: { title: string; panels: Panel[] }[];
}

/** Selects the series of the release. */
const of = (metric: string, matchers = '') => `${metric}{namespace="$namespace"${matchers && `, ${matchers}`}}`;
const rate = (metric: string, matchers = '') => `rate(${of(metric, matchers)}[$__rate_interval])`;
const increase = (metric: string, matchers = '') => `increase(${of(metric, matchers)}[1h])`;
const sumBy = (labels: string, vector: string) => `sum by (${labels}) (${vector})`;
const maxBy = (labels: string, vector: string) => `max by (${labels}) (${vector})`;
/** A percentile of a histogram. */
const percentile = (share: number, histogram: string, labels = '', matchers = '') =>
  `histogram_quantile(${share}, ${sumBy(labels ? `${labels}, le` : 'le', rate(`${histogram}_bucket`, matchers))})`;

const COMPONENT = 'app_kubernetes_io_component';
const byComponent = `{{${COMPONENT}}}`;
const LANDING = 'method="GET", route=~"/landing/:client/:slug|/api/landing/:client/:slug"';
const SUBMISSION = 'method="POST", route=~"/landing/:client/:slug|/api/campaigns/:client/:slug/leads"';
const requests = 'http_request_duration_seconds';
const operations = 'graphql_operation_duration_seconds';
const burnRate = (window: string) =>
  `avg_over_time(${of('dripline_slo_bad:rate5m')}[${window}]) / avg_over_time(${of('dripline_slo_total:rate5m')}[${window}]) / ${of('dripline_slo_budget')}`;

/** Grafana's dashboards. The chart installs them with `monitoring.dashboard`. */
export const dashboards: Dashboard[] = [
  {
    name: 'dripline-overview',
    title: 'Dripline: Overview',
    description: 'The service level objectives, and the health of each service.',
    rows: [
      {
        title: 'Objectives',
        panels: [
          {
            title: 'Error budget that is left',
            description: 'Of the last 30 days. Below 0, the objective is missed.',
            unit: 'percentunit',
            type: 'stat',
            queries: { '{{slo}}': `1 - ${burnRate('30d')}` },
          },
          {
            title: 'Burn rate of the last hour',
            description:
              'At 1, the budget lasts exactly 30 days. Alerts fire at 14.4 in one hour and at 6 in six hours.',
            unit: 'none',
            queries: { '{{slo}}': burnRate('1h') },
            alerts: ['DriplineErrorBudgetBurnsFast', 'DriplineErrorBudgetBurns'],
          },
          {
            title: 'Events per second',
            description: 'The submissions, landing pages, messages and webhook events that count for an objective.',
            unit: 'cps',
            queries: { '{{slo}}': of('dripline_slo_total:rate5m') },
          },
        ],
      },
      {
        title: 'Availability',
        panels: [
          {
            title: 'Pods',
            description: 'Pods that Prometheus reaches, by component.',
            unit: 'none',
            type: 'stat',
            queries: { [byComponent]: sumBy(COMPONENT, of('up', `${COMPONENT}=~"graphql|rest-facade|workflows|web"`)) },
            alerts: ['DriplineDown', 'DriplineUnreachable'],
          },
          {
            title: 'Dependencies',
            description: 'The share of pods that can use a dependency.',
            unit: 'percentunit',
            queries: { '{{dependency}}': `avg by (dependency) (${of('dripline_ready')})` },
            alerts: ['DriplineDependencyDown'],
          },
          {
            title: 'Alerts',
            description: 'Alerts that fire now.',
            unit: 'none',
            type: 'stat',
            queries: {
              '{{alertname}}': sumBy('alertname', of('ALERTS', 'alertname=~"Dripline.+", alertstate="firing"')),
            },
          },
        ],
      },
      {
        title: 'Requests',
        panels: [
          {
            title: 'Requests per second',
            description: 'HTTP requests by component.',
            unit: 'reqps',
            queries: { [byComponent]: sumBy(COMPONENT, rate(`${requests}_count`)) },
          },
          {
            title: 'Failed requests',
            description: 'The share of requests that are answered with a 5xx status.',
            unit: 'percentunit',
            queries: {
              [byComponent]: `${sumBy(COMPONENT, rate(`${requests}_count`, 'status=~"5.."'))} / ${sumBy(COMPONENT, rate(`${requests}_count`))}`,
            },
            alerts: ['DriplineErrors'],
          },
          {
            title: 'Response time',
            description: 'The 95th percentile by component, without exports and files.',
            unit: 's',
            queries: { [byComponent]: percentile(0.95, requests, COMPONENT, 'route!~".*export.*|/objects.*"') },
            alerts: ['DriplineSlow'],
          },
          {
            title: 'Busiest routes',
            description: 'Requests per second of the eight busiest routes.',
            unit: 'reqps',
            queries: { '{{method}} {{route}}': `topk(8, ${sumBy('route, method', rate(`${requests}_count`))})` },
          },
        ],
      },
      {
        title: 'Subscriptions',
        panels: [
          {
            title: 'Open streams',
            description: 'Streams of browsers and programs that follow changes, by pod.',
            unit: 'none',
            queries: { '{{pod}}': sumBy('pod', of('dripline_streams_open')) },
          },
          {
            title: 'Events per second',
            description: 'Events sent to subscribers, by subscription.',
            unit: 'cps',
            queries: { '{{subscription}}': sumBy('subscription', rate('dripline_stream_events_total')) },
          },
          {
            title: 'Slow subscribers',
            description: 'Streams that ended in the last hour because the subscriber read too slowly.',
            unit: 'none',
            queries: { streams: `sum(${increase('dripline_stream_overflows_total')})` },
          },
        ],
      },
      {
        title: 'Processes',
        panels: [
          {
            title: 'Processor',
            description: 'Processor time per second, by pod. 1 is one core.',
            unit: 'none',
            queries: { '{{pod}}': sumBy('pod', rate('process_cpu_seconds_total')) },
            alerts: ['DriplineAutoscalerAtMaximum'],
          },
          {
            title: 'Memory',
            description: 'Resident memory by pod.',
            unit: 'bytes',
            queries: { '{{pod}}': maxBy('pod', of('process_resident_memory_bytes')) },
            alerts: ['DriplinePodsRestart'],
          },
          {
            title: 'Event loop lag',
            description: 'How long requests wait for the processor, as the 99th percentile by pod.',
            unit: 's',
            queries: { '{{pod}}': maxBy('pod', of('nodejs_eventloop_lag_p99_seconds')) },
            alerts: ['DriplineEventLoopBlocked'],
          },
        ],
      },
    ],
  },
  {
    name: 'dripline-follow-ups',
    title: 'Dripline: Follow-ups',
    description: 'The way of a message from the lead to the provider.',
    rows: [
      {
        title: 'Messages',
        panels: [
          {
            title: 'Messages by outcome',
            description: 'Messages with a final outcome, in the last hour. Everything but `sent` names the reason.',
            unit: 'none',
            queries: { '{{outcome}}': sumBy('outcome', increase('dripline_sms_outcomes_total')) },
            alerts: ['DriplineMessagesFail', 'DriplineMessagesExpired'],
          },
          {
            title: 'Delay of messages',
            description:
              'Time from when a message was due until the provider accepted it. The objective is 60 seconds.',
            unit: 's',
            queries: {
              p50: percentile(0.5, 'dripline_sms_delay_seconds'),
              p99: percentile(0.99, 'dripline_sms_delay_seconds'),
            },
            alerts: ['DriplineErrorBudgetBurnsFast', 'DriplineErrorBudgetBurns'],
          },
          {
            title: 'Monthly limits exceeded',
            description: 'Leads and messages held, and campaigns rejected, in the last hour.',
            unit: 'none',
            queries: { '{{quota}}': sumBy('quota', increase('dripline_quota_exceeded_total')) },
            alerts: ['DriplineQuotaReached'],
          },
        ],
      },
      {
        title: 'Outbox',
        panels: [
          {
            title: 'Entries',
            description: 'Outbox entries whose work is not done yet. They wait for Temporal.',
            unit: 'none',
            queries: { entries: `max(${of('dripline_outbox_pending')})` },
            alerts: ['DriplineOutboxGrows'],
          },
          {
            title: 'Oldest entry',
            description: 'The age of the oldest outbox entry.',
            unit: 's',
            queries: { age: `max(${of('dripline_outbox_oldest_seconds')})` },
            alerts: ['DriplineOutboxStuck'],
          },
        ],
      },
      {
        title: 'Worker',
        panels: [
          {
            title: 'Tasks that wait',
            description: 'Workflow tasks and activities without a worker by task queue, as estimated by Temporal.',
            unit: 'none',
            queries: { '{{task_queue}}': maxBy('task_queue', of('dripline_task_queue_backlog')) },
            alerts: ['DriplineWorkerBehind'],
          },
          {
            title: 'Wait for a worker',
            description: 'The 95th percentile of the time that activities waited.',
            unit: 's',
            queries: { '{{activity}}': percentile(0.95, 'dripline_worker_schedule_to_start_seconds', 'activity') },
            alerts: ['DriplineWorkerBehind'],
          },
          {
            title: 'Failed workflow tasks',
            description: 'In the last hour, by reason. Their follow-ups do not go on.',
            unit: 'none',
            queries: {
              '{{failure_reason}}': sumBy('failure_reason', increase('temporal_workflow_task_execution_failed_total')),
            },
            alerts: ['DriplineWorkflowTasksFail'],
          },
        ],
      },
    ],
  },
  {
    name: 'dripline-provider',
    title: 'Dripline: Provider',
    description: 'Requests to the SMS provider, webhooks and emails.',
    rows: [
      {
        title: 'SMS provider',
        panels: [
          {
            title: 'Circuit breaker',
            description: '1 while the circuit breaker is open and all messages wait.',
            unit: 'none',
            type: 'stat',
            queries: { open: `max(${of('dripline_provider_breaker_open')})` },
            alerts: ['DriplineProviderUnavailable'],
          },
          {
            title: 'Send attempts',
            description: 'Attempts per second by outcome.',
            unit: 'cps',
            queries: { '{{outcome}}': sumBy('outcome', rate('dripline_sms_sends_total')) },
            alerts: ['DriplineProviderUnavailable', 'DriplineMessagesFail'],
          },
          {
            title: 'Unknown outcomes',
            description: 'Send attempts without a response in the last hour. Dripline looks them up before it retries.',
            unit: 'none',
            queries: { unknown: `sum(${increase('dripline_sms_sends_total', 'outcome="unknown"')})` },
            alerts: ['DriplineSendOutcomesUnknown'],
          },
          {
            title: 'Replies and receipts that match nothing',
            description: 'Replies of unknown numbers and receipts of unknown messages in the last hour.',
            unit: 'none',
            queries: {
              replies: `sum(${increase('dripline_unmatched_replies_total')})`,
              receipts: `sum(${increase('dripline_unmatched_receipts_total')})`,
            },
          },
        ],
      },
      {
        title: 'Webhooks and emails',
        panels: [
          {
            title: 'Webhook attempts',
            description: 'Attempts per second by outcome. Everything but `delivered` names the reason.',
            unit: 'cps',
            queries: { '{{outcome}}': sumBy('outcome', rate('dripline_webhook_attempts_total')) },
          },
          {
            title: 'Delay of webhooks',
            description: 'Time from an event until the end of the first attempt. The objective is 60 seconds.',
            unit: 's',
            queries: {
              p50: percentile(0.5, 'dripline_webhook_delay_seconds'),
              p99: percentile(0.99, 'dripline_webhook_delay_seconds'),
            },
            alerts: ['DriplineErrorBudgetBurnsFast', 'DriplineErrorBudgetBurns'],
          },
          {
            title: 'Emails',
            description: 'Emails of notifications in the last hour, by result. Failed ones are tried again.',
            unit: 'none',
            queries: { '{{result}}': sumBy('result', increase('dripline_notification_emails_total')) },
          },
        ],
      },
    ],
  },
  {
    name: 'dripline-landing-pages',
    title: 'Dripline: Landing pages',
    description: 'What visitors load and submit.',
    rows: [
      {
        title: 'Pages',
        panels: [
          {
            title: 'Pages per second',
            description: 'Requests for landing pages and their data, by status.',
            unit: 'reqps',
            queries: { '{{status}}': sumBy('status', rate(`${requests}_count`, LANDING)) },
            alerts: ['DriplineErrorBudgetBurnsFast', 'DriplineErrorBudgetBurns'],
          },
          {
            title: 'Response time of pages',
            description: 'The objective is 500 ms.',
            unit: 's',
            queries: {
              p50: percentile(0.5, requests, '', LANDING),
              'p99.9': percentile(0.999, requests, '', LANDING),
            },
            alerts: ['DriplineSlow'],
          },
          {
            title: 'Reads by cache result',
            description: 'How the cache of landing pages answered, per second.',
            unit: 'cps',
            queries: { '{{result}}': sumBy('result', rate('dripline_landing_reads_total')) },
          },
          {
            title: 'Cached pages',
            description: 'Landing pages in the cache, by pod.',
            unit: 'none',
            queries: { '{{pod}}': maxBy('pod', of('dripline_landing_cache_entries')) },
          },
          {
            title: 'Views',
            description: 'Views that were counted in the last hour, and views that wait.',
            unit: 'none',
            queries: {
              counted: `sum(${increase('dripline_views_flushed_total')})`,
              waiting: `sum(${of('dripline_views_pending')})`,
            },
          },
          {
            title: 'Dropped views',
            description: 'Views of the last hour that are missing in the statistics, by reason.',
            unit: 'none',
            queries: { '{{reason}}': sumBy('reason', increase('dripline_views_dropped_total')) },
            alerts: ['DriplineViewsDropped'],
          },
        ],
      },
      {
        title: 'Forms',
        panels: [
          {
            title: 'Submissions per second',
            description: 'Submitted forms by status.',
            unit: 'reqps',
            queries: { '{{status}}': sumBy('status', rate(`${requests}_count`, SUBMISSION)) },
            alerts: ['DriplineErrorBudgetBurnsFast', 'DriplineErrorBudgetBurns'],
          },
          {
            title: 'Response time of submissions',
            description: 'Percentiles of submitted forms.',
            unit: 's',
            queries: {
              p50: percentile(0.5, requests, '', SUBMISSION),
              p99: percentile(0.99, requests, '', SUBMISSION),
            },
            alerts: ['DriplineSlow'],
          },
          {
            title: 'Spam',
            description: 'Submissions that were classified as spam in the last hour, by reason.',
            unit: 'none',
            queries: { '{{reason}}': sumBy('reason', increase('dripline_spam_submissions_total')) },
          },
          {
            title: 'Rate limits',
            description: 'Requests that a rate limit rejected, per second.',
            unit: 'reqps',
            queries: { '{{limiter}}': sumBy('limiter', rate('dripline_rate_limited_total')) },
            alerts: ['DriplineRateLimitingHigh'],
          },
          {
            title: 'Content security policy',
            description: 'Violations that browsers reported in the last hour.',
            unit: 'none',
            queries: { '{{page}} {{directive}}': sumBy('page, directive', increase('dripline_csp_violations_total')) },
            alerts: ['DriplineCspViolations'],
          },
        ],
      },
    ],
  },
  {
    name: 'dripline-database',
    title: 'Dripline: Database',
    description: 'What the GraphQL server asks of Postgres.',
    rows: [
      {
        title: 'Connections',
        panels: [
          {
            title: 'Connections',
            description: 'Connections of each pod that are busy, of ten.',
            unit: 'none',
            queries: { '{{pod}}': sumBy('pod', of('dripline_db_connections', 'state="busy"')) },
            alerts: ['DriplineDatabasePoolExhausted'],
          },
          {
            title: 'Requests that wait',
            description: 'Requests of each pod that wait for a connection.',
            unit: 'none',
            queries: { '{{pod}}': sumBy('pod', of('dripline_db_connections', 'state="waiting"')) },
            alerts: ['DriplineDatabasePoolExhausted'],
          },
          {
            title: 'Available',
            description: 'The share of pods that can use the database.',
            unit: 'percentunit',
            queries: { database: `avg(${of('dripline_ready', 'dependency="database"')})` },
            alerts: ['DriplineDependencyDown'],
          },
          {
            title: 'Age of the last backup',
            description: 'As CloudNativePG reports it.',
            unit: 's',
            type: 'stat',
            queries: {
              age: `time() - max(${of('barman_cloud_cloudnative_pg_io_last_available_backup_timestamp')} or ${of('cnpg_collector_last_available_backup_timestamp')})`,
            },
            alerts: ['DriplineBackupOld'],
          },
        ],
      },
      {
        title: 'Operations',
        panels: [
          {
            title: 'Busiest operations',
            description: 'GraphQL operations per second.',
            unit: 'ops',
            queries: { '{{operation}}': `topk(8, ${sumBy('operation', rate(`${operations}_count`))})` },
          },
          {
            title: 'Time of operations',
            description:
              'The seconds that all calls of an operation take per second. Look here for what loads the database.',
            unit: 's',
            queries: { '{{operation}}': `topk(8, ${sumBy('operation', rate(`${operations}_sum`))})` },
          },
          {
            title: 'Slowest operations',
            description: 'The 95th percentile of the duration.',
            unit: 's',
            queries: { '{{operation}}': `topk(8, ${percentile(0.95, operations, 'operation')})` },
            alerts: ['DriplineSlow'],
          },
          {
            title: 'Internal errors',
            description: 'Operations per second that failed with an internal error.',
            unit: 'ops',
            queries: {
              '{{operation}}': sumBy('operation', rate(`${operations}_count`, 'outcome="INTERNAL_SERVER_ERROR"')),
            },
            alerts: ['DriplineOperationsFail'],
          },
        ],
      },
    ],
  },
  {
    name: 'dripline-jobs',
    title: 'Dripline: Jobs',
    description: 'Periodic jobs and migrations.',
    rows: [
      {
        title: 'Periodic jobs',
        panels: [
          {
            title: 'Leader',
            description: 'Replicas that run the jobs. It should be one.',
            unit: 'none',
            type: 'stat',
            queries: { replicas: `sum(${of('dripline_jobs_leader')})` },
            alerts: ['DriplineJobsFail'],
          },
          {
            title: 'Time since the last success',
            description: 'Most jobs run each minute.',
            unit: 's',
            queries: { '{{name}}': `time() - ${maxBy('name', of('dripline_job_last_success_timestamp_seconds'))}` },
            alerts: ['DriplineJobsFail'],
          },
          {
            title: 'Duration',
            description: 'The duration of the last run.',
            unit: 's',
            queries: { '{{name}}': maxBy('name', of('dripline_job_duration_seconds')) },
          },
        ],
      },
      {
        title: 'Work',
        panels: [
          {
            title: 'Purged leads',
            description: 'Leads and spam that were deleted in the last hour at the end of their retention period.',
            unit: 'none',
            queries: { '{{kind}}': sumBy('kind', increase('dripline_leads_purged_total')) },
          },
          {
            title: 'Password hashes',
            description: 'Computations per second. They take processor time.',
            unit: 'ops',
            queries: { '{{work}}': sumBy('work', rate('dripline_password_hashes_total')) },
          },
          {
            title: 'Failed migrations',
            description: 'Jobs of upgrades that failed, from kube-state-metrics.',
            unit: 'none',
            type: 'stat',
            queries: {
              '{{job_name}}': maxBy('job_name', of('kube_job_failed', 'job_name=~".+-migrate.*", condition="true"')),
            },
            alerts: ['DriplineMigrationFailed'],
          },
        ],
      },
    ],
  },
];
