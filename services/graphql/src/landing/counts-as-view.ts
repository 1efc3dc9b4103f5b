import type { VisitHeaders } from '../context';

const crawlers =
  /bot\b|crawl|spider|slurp|facebookexternalhit|facebookcatalog|whatsapp|telegram|slack|discord|skypeuripreview|embedly|preview|bingpreview|mediapartners|google-read-aloud|apis-google|feedfetcher|yandex|baidu|duckduck|petalbot|ia_archiver/i;

/** Whether a read is a page load: no HEAD, no prefetch, no search or link-preview crawler that says so. Any other reader counts. */
export function countsAsView({ method, userAgent, purpose }: VisitHeaders): boolean {
  return method !== 'HEAD' && !/prefetch|prerender|preview/i.test(purpose) && !crawlers.test(userAgent);
}
