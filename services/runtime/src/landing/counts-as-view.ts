/** The parts of a request that distinguish a visitor from a crawler or a prefetch. */
export interface ViewHeaders {
  method: string;
  userAgent: string;
  purpose: string;
}

const crawlers =
  /bot\b|crawl|spider|slurp|facebookexternalhit|facebookcatalog|whatsapp|telegram|slack|discord|skypeuripreview|embedly|preview|bingpreview|mediapartners|google-read-aloud|apis-google|feedfetcher|yandex|baidu|duckduck|petalbot|ia_archiver/i;

/**
 * Whether a request counts as a view: it is not a HEAD request, a prefetch, or from a self-declared search or
 * link-preview crawler.
 */
export function countsAsView({ method, userAgent, purpose }: ViewHeaders): boolean {
  return method !== 'HEAD' && !/prefetch|prerender|preview/i.test(purpose) && !crawlers.test(userAgent);
}

/** Reads the view headers of a request. `x-forwarded-method` carries the original method through other services. */
export function readViewHeaders(header: (name: string) => string | undefined, method: string): ViewHeaders {
  return {
    method: header('x-forwarded-method') || method,
    userAgent: header('user-agent') ?? '',
    purpose: header('sec-purpose') || header('purpose') || '',
  };
}
