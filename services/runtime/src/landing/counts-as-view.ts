/** What tells a reader from a crawler or a prefetch. */
export interface VisitHeaders {
  method: string;
  userAgent: string;
  purpose: string;
}

const crawlers =
  /bot\b|crawl|spider|slurp|facebookexternalhit|facebookcatalog|whatsapp|telegram|slack|discord|skypeuripreview|embedly|preview|bingpreview|mediapartners|google-read-aloud|apis-google|feedfetcher|yandex|baidu|duckduck|petalbot|ia_archiver/i;

/** Whether a read is a page load: no HEAD, no prefetch, no search or link-preview crawler that says so. Any other reader counts. */
export function countsAsView({ method, userAgent, purpose }: VisitHeaders): boolean {
  return method !== 'HEAD' && !/prefetch|prerender|preview/i.test(purpose) && !crawlers.test(userAgent);
}

/** Reads them from a request's headers, or from those that a service before this one passed on. */
export function visitHeaders(header: (name: string) => string | undefined, method: string): VisitHeaders {
  return {
    method: header('x-forwarded-method') || method,
    userAgent: header('user-agent') ?? '',
    purpose: header('sec-purpose') || header('purpose') || '',
  };
}
