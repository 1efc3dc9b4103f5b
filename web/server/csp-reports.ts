import { metrics } from '@dripline/runtime/http/health-server';
import type { ContentSecurityPolicy } from '@dripline/runtime/http/security-headers';
import express, { type RequestHandler, Router } from 'express';
import { Counter } from 'prom-client';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { log } from './log';

const PREFIX = '/csp-reports';
const ENDPOINT_NAME = 'csp';

/** The kinds of pages that report violations. */
const pageKinds = ['app', 'landing'] as const;
type PageKind = (typeof pageKinds)[number];

/** The directives that violations are counted by. Callers choose the reported one, so all others count as `other`. */
const directives = [
  'base-uri',
  'child-src',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
];

/** Report requests that a process accepts in a minute, from all browsers. */
export const REPORT_REQUESTS_PER_MINUTE = 300;
/** Reports of one request that are counted. Browsers send a few at a time. */
export const REPORTS_PER_REQUEST = 20;

/** The body of a `report-uri` request. */
const uriReport = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
    'source-file': z.string().nullish(),
  }),
});
/** The body of a `report-to` request, which may also hold reports of other kinds. */
const apiReports = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      effectiveDirective: z.string().optional(),
      blockedURL: z.string().nullish(),
      sourceFile: z.string().nullish(),
    }),
  }),
);

interface Violation {
  directive?: string;
  blocked?: string | null;
  sourceFile?: string | null;
}

const violations = new Counter({
  name: 'dripline_csp_violations_total',
  help: 'Violations of the content security policy that browsers reported, by directive and page.',
  labelNames: ['directive', 'page'],
  registers: [metrics],
});

/**
 * Returns what makes a page report violations. Over https, browsers that know `report-to` use it and ignore
 * `report-uri`. Over http, they would drop the reports.
 */
export function reporting(
  page: PageKind,
  publicUrl: string,
): { directives: ContentSecurityPolicy; headers: Record<string, string> } {
  const path = `${PREFIX}/${page}`;
  const usesReportTo = publicUrl.startsWith('https:');
  return {
    directives: { 'report-uri': path, ...(usesReportTo && { 'report-to': ENDPOINT_NAME }) },
    headers: usesReportTo ? { 'reporting-endpoints': `${ENDPOINT_NAME}="${path}"` } : {},
  };
}

/** Accepts browsers' reports of violations, counts them and logs them. */
export function cspReports(): Router {
  const limiter = new RateLimiterMemory({ points: REPORT_REQUESTS_PER_MINUTE, duration: 60 });
  const limit: RequestHandler = (_request, response, next) =>
    void limiter.consume('reports').then(
      () => next(),
      () => response.status(429).set('retry-after', '60').end(),
    );
  return Router().post(
    pageKinds.map((page) => `${PREFIX}/${page}`),
    limit,
    express.json({ type: ['application/csp-report', 'application/reports+json', 'application/json'], limit: '32kb' }),
    (request, response) => {
      const page = pageKinds.find((kind) => request.path.toLowerCase() === `${PREFIX}/${kind}`)!;
      const reports = violationsIn(request.body);
      if (!reports) return void response.status(400).end();
      for (const violation of reports.slice(0, REPORTS_PER_REQUEST)) count(violation, page);
      response.status(204).end();
    },
  );
}

function violationsIn(body: unknown): Violation[] | undefined {
  const single = uriReport.safeParse(body);
  if (single.success) {
    const report = single.data['csp-report'];
    return [
      {
        directive: report['effective-directive'] ?? report['violated-directive'],
        blocked: report['blocked-uri'],
        sourceFile: report['source-file'],
      },
    ];
  }
  return apiReports
    .safeParse(body)
    .data?.filter(({ type }) => type === 'csp-violation')
    .map(({ body: { effectiveDirective, blockedURL, sourceFile } }) => ({
      directive: effectiveDirective,
      blocked: blockedURL,
      sourceFile,
    }));
}

function count({ directive: reported = '', blocked, sourceFile }: Violation, page: PageKind): void {
  // Browsers' extensions inject code of their own, which says nothing about the page.
  if ([blocked, sourceFile].some((url) => /^[a-z-]+-extension(:|$)/.test(url ?? ''))) return;
  // Older browsers report the directive with its sources.
  const name = reported.split(' ', 1)[0]!;
  const directive = directives.includes(name) ? name : 'other';
  violations.inc({ directive, page });
  // The reported URLs, samples and referrers may contain personal data.
  log.warn({ directive, page, blocked: kindOf(blocked) }, 'a page violated its content security policy');
}

/** Returns what was blocked, without the URL. */
function kindOf(blocked: string | null | undefined): string {
  const kinds = ['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink', 'data', 'blob'];
  return kinds.find((kind) => blocked === kind) ?? (blocked ? 'url' : 'unknown');
}
