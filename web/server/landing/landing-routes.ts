import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { httpStatus } from '@dripline/contract/error-codes';
import { formTokens } from '@dripline/runtime/landing/form-token';
import type { ClientDomains } from '@dripline/runtime/landing/client-domains';
import type { LandingCache } from '@dripline/runtime/landing/landing-cache';
import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { ContractError } from '@dripline/runtime/http/request';
import compression from 'compression';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { LandingFormState, LandingView } from '../../src/landing/landing-view';
import { landingTexts } from '../../src/messages/landing';
import type { Client } from '../client-bundle';
import type { Env } from '../env';
import type { Handler } from '../proxy';
import { findClientDomain } from '../site';
import type { LandingRenderer } from './landing-renderer';
import { colorStyles } from '../../src/landing/page-colors';
import { landingHeaders } from './landing-headers';
import { splitTemplate, fillTemplate, placeholders, type Template } from './landing-template';
import { keptQuery, loadPage, loadScanned, readScan, readVisitor, submitLead, type Visitor } from './landing-requests';
import { readSubmission, type Submission } from './read-submission';
import { toLowDataView } from './low-data-view';
import { fallbackView } from './fallback-view';

type Headers = Record<string, string>;

const PREFIX = '/landing/';
const RETRY_SECONDS = 5;

/** The handlers of landing pages. */
export interface LandingRoutes {
  /** Shows a page. It is not a route of Express, whose routing takes longer than the rest. */
  show: Handler;
  /** Accepts the plain HTML forms. */
  forms: Router;
}

/** Creates the handlers that serve landing pages and accept their plain HTML forms. */
export function landingRoutes(
  env: Env,
  { landing, renderer }: Pick<Client, 'landing' | 'renderer'>,
  { landings, domains }: { landings: LandingCache | undefined; domains: ClientDomains | undefined },
  onError: (error: unknown, response: ServerResponse) => void,
): LandingRoutes {
  const settings = { productName: env.PRODUCT_NAME, assets: landing };
  const tokens = env.LANDING_TOKEN === undefined ? undefined : formTokens(env.LANDING_TOKEN);
  const pages = async () => (await renderer())(settings);
  const templateSettings = { ...settings, assets: { ...landing, styles: landing.styles && placeholders.styles } };
  /**
   * Rendered templates of cached campaigns, by whether the page's URLs keep a query and the visitor saves data. Entries
   * live as long as the cached campaign.
   */
  let templates = new WeakMap<LandingView, Record<string, { html: Template; headers: Headers }>>();
  const styles = Buffer.from(landing.styles ?? '');
  const headers = landingHeaders(landing, env);
  /** Returns the headers of a campaign's pages, whose policy allows the page's own colors. */
  const headersOf = (view: LandingView | undefined): Headers => {
    const colors = view && colorStyles(view.brandColor);
    return colors ? landingHeaders(landing, env, colors) : headers;
  };
  const compress = compression() as unknown as Handler;
  const forms = Router().post(
    `${PREFIX}:client/:slug`,
    compress as RequestHandler,
    express.urlencoded({ extended: false, limit: '2mb', parameterLimit: 200 }),
    submit,
  );
  return {
    show(request, response, next) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      const visitor = readVisitor(PREFIX, request);
      if (!visitor) return followScan(request, response, next);
      Object.assign(request, { route: { path: `${PREFIX}:client/:slug` } });
      const run = () => void show(visitor, response).catch((error: unknown) => onError(error, response));
      if (request.headers['accept-encoding'] === undefined) run();
      else compress(request, response, run);
    },
    forms,
  };

  function followScan(...[request, response, next]: Parameters<Handler>) {
    const scan = readScan(request);
    if (!scan) return next();
    Object.assign(request, { route: { path: '/q/:code' } });
    const follow = async () => {
      try {
        redirect(response, 302, currentUrl(await loadScanned(landings, scan), scan));
      } catch (error) {
        showError(response, await pages(), asContractError(error));
      }
    };
    follow().catch((error: unknown) => onError(error, response));
  }

  /** The domain of a client has no pages of others. */
  async function clientOfSite({ request }: Visitor) {
    return (await findClientDomain(domains, request))?.clientHandle;
  }

  async function show(visitor: Visitor, response: ServerResponse) {
    try {
      const view = await loadPage(landings, visitor, { onlyClient: await clientOfSite(visitor) });
      if (view.slug !== visitor.slug.toLowerCase()) return redirect(response, 302, currentUrl(view, visitor));
      const query = keptQuery(visitor);
      const values = {
        idempotencyKey: Buffer.from(randomUUID()),
        formToken: Buffer.from(sign(view, visitor) ?? ''),
        query: Buffer.from(query.replaceAll('&', '&amp;')),
        styles,
      };
      const shown = await template(view, query !== '', savesData(visitor));
      page(response, 200, fillTemplate(shown.html, values), shown.headers);
    } catch (error) {
      showError(response, await pages(), asContractError(error));
    }
  }

  /** Returns the page's template, rendering it if needed. Filling in a template is many times faster than rendering. */
  async function template(view: LandingView, keepsQuery: boolean, isSaving: boolean) {
    if (env.NODE_ENV === 'development') templates = new WeakMap();
    const campaignTemplates = templates.get(view) ?? {};
    templates.set(view, campaignTemplates);
    const state = {
      ...formState(view, keepsQuery ? placeholders.query : '', placeholders.idempotencyKey),
      formToken: tokens && placeholders.formToken,
    };
    const render = (await renderer())(templateSettings);
    return (campaignTemplates[`${keepsQuery} ${isSaving}`] ??= {
      html: splitTemplate(render.form(isSaving ? toLowDataView(view) : view, state)),
      headers: headersOf(view),
    });
  }

  async function submit(request: Request, response: Response) {
    const visitor = readVisitor(PREFIX, request)!;
    const render = await pages();
    const submission = readSubmission(request.body);
    try {
      const onlyClient = await clientOfSite(visitor);
      if (onlyClient !== undefined) await loadPage(landings, visitor, { onlyClient });
      const lead = await submitLead(env.GRAPHQL_URL, visitor, submission);
      if (lead.postSubmissionType === 'redirect' && isRedirectUrl(lead.redirectUrl))
        return redirect(response, 303, lead.redirectUrl);
      const view = await loadPage(landings, visitor, { pageVersion: submission.pageVersion }).catch(() => undefined);
      page(response, 200, render.thankYou(lead.thankYouMessage, view && forVisitor(view, visitor)), headersOf(view));
    } catch (error) {
      await showFormAgain(visitor, response, render, submission, asContractError(error));
    }
  }

  /** Renders the form again with the submitted values and the errors. */
  async function showFormAgain(
    visitor: Visitor,
    response: ServerResponse,
    render: LandingRenderer,
    submission: Submission,
    error: ContractError,
  ) {
    if (error.code === 'NOT_FOUND') return showError(response, render, error);
    const { formData: values, pageVersion = '' } = submission;
    const view = await loadPage(landings, visitor, { pageVersion }).catch(() =>
      fallbackView(visitor, values, pageVersion),
    );
    const errors = (error.code === 'BAD_USER_INPUT' && error.fields) || {};
    const hasFieldError = view.formFields.some(({ id }) => errors[id]);
    if (error.retryAfter) response.setHeader('retry-after', String(error.retryAfter));
    const state = {
      ...formState(view, keptQuery(visitor), submission.pageKey),
      formToken: sign(view, visitor, submission),
      adConsent: submission.adConsent,
    };
    page(
      response,
      httpStatus[error.code],
      render.form(forVisitor(view, visitor), {
        ...state,
        values,
        errors,
        formError: hasFieldError ? undefined : landingTexts[view.language].submitFailed,
      }),
      headersOf(view),
    );
  }

  /**
   * Returns the page's form token, which records when the visitor received the page. A page that is shown again with
   * errors keeps its original time.
   */
  function sign(view: LandingView, { client, slug }: Visitor, submission?: Submission): string | undefined {
    const formToken = submission?.formToken;
    const page = `${view.clientHandle}/${view.slug}`;
    if (!tokens || !formToken) return formToken ?? tokens?.sign(page);
    const receivedAt = tokens.read(`${client}/${slug}`, formToken);
    return receivedAt instanceof Date ? tokens.sign(page, receivedAt) : formToken;
  }

  function showError(response: ServerResponse, render: LandingRenderer, error: ContractError) {
    // Addresses that GraphQL rejects, such as those with control characters, do not exist.
    if (error.code === 'NOT_FOUND' || error.code === 'BAD_USER_INPUT') return page(response, 404, render.notFound());
    response.setHeader('retry-after', String(error.retryAfter ?? RETRY_SECONDS));
    page(response, error.code === 'RATE_LIMITED' ? 429 : 503, render.unavailable());
  }

  function page(response: ServerResponse, status: number, html: string | Buffer, pageHeaders = headers) {
    response
      .writeHead(status, {
        ...pageHeaders,
        // Not `no-store`, so that Back and Forward keep the entered values.
        'cache-control': 'private, no-cache',
        'content-type': 'text/html; charset=utf-8',
        'content-length': Buffer.byteLength(html),
      })
      .end(html);
  }

  function redirect(response: ServerResponse, status: 302 | 303, location: string) {
    response.writeHead(status, { ...headers, location: location.replace(/[^\x21-\x7e]+/g, encodeURIComponent) }).end();
  }
}

function formState(
  { clientHandle, slug, pageVersion }: LandingView,
  kept: string,
  idempotencyKey: string = randomUUID(),
): LandingFormState {
  const path = `${encodeURIComponent(clientHandle)}/${encodeURIComponent(slug)}`;
  const query = kept && `?${kept}`;
  return {
    action: `/landing/${path}${query}`,
    query,
    endpoint: `/api/campaigns/${path}/leads${query}${query ? '&' : '?'}pageVersion=${encodeURIComponent(pageVersion)}`,
    idempotencyKey,
    values: {},
    errors: {},
  };
}

function forVisitor(view: LandingView, visitor: Visitor): LandingView {
  return savesData(visitor) ? toLowDataView(view) : view;
}

const savesData = ({ request }: Visitor) => String(request.headers['save-data']).toLowerCase() === 'on';

function asContractError(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  throw error;
}

/** Returns the campaign's current URL, with the visitor's query. */
const currentUrl = ({ clientHandle, slug }: LandingView, { query }: Pick<Visitor, 'query'>) =>
  `${PREFIX}${clientHandle}/${slug}${query}`;
