import { randomUUID } from 'node:crypto';
import { httpStatus } from '@dripline/contract/error-codes';
import { formTokens } from '@dripline/runtime/landing/form-token';
import type { LandingCache } from '@dripline/runtime/landing/landing-cache';
import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { ContractError } from '@dripline/runtime/http/request';
import compression from 'compression';
import express, { type Request, type Response, Router } from 'express';
import type { LandingFormState, LandingView } from '../../src/landing/landing-view';
import { landingFormMessages } from '../../src/messages/landing-form';
import type { Client } from '../client-bundle';
import type { Env } from '../env';
import type { LandingRenderer } from './landing-renderer';
import { landingHeaders } from './landing-headers';
import { splitTemplate, fillTemplate, placeholders, type Template } from './landing-template';
import { sourceOf, submitLead, loadLanding } from './landing-requests';
import { readSubmission, type Submission } from './read-submission';
import { toLowDataView } from './low-data-view';
import { fallbackView } from './fallback-view';

const PATH = '/landing/:client/:slug';
const RETRY_SECONDS = 5;

/** Serves landing pages and accepts their plain HTML forms. */
export function landingRoutes(
  env: Env,
  { landing, renderer }: Pick<Client, 'landing' | 'renderer'>,
  landings: LandingCache | undefined,
): Router {
  const settings = { productName: env.PRODUCT_NAME, publicUrl: env.PUBLIC_URL, assets: landing };
  const tokens = env.SERVICE_TOKEN === undefined ? undefined : formTokens(env.SERVICE_TOKEN);
  const pages = async () => (await renderer())(settings);
  const templateSettings = { ...settings, assets: { ...landing, styles: landing.styles && placeholders.styles } };
  /**
   * Rendered templates of cached campaigns, by whether the visitor has a source and saves data. Entries live as long as
   * the cached campaign.
   */
  let templates = new WeakMap<LandingView, Record<string, Template>>();
  const router = Router();
  const headers = landingHeaders(landing, env.PUBLIC_URL);
  router.all(PATH, compression(), (_visitor, response, next) => next(void response.set(headers)));
  router.get(PATH, show);
  router.post(PATH, express.urlencoded({ extended: false, limit: '2mb', parameterLimit: 200 }), submit);
  return router;

  async function show(visitor: Request, response: Response) {
    const render = await pages();
    try {
      const view = await loadLanding(landings, visitor);
      if (view.slug !== String(visitor.params.slug).toLowerCase())
        return response.redirect(302, currentUrl(view, visitor));
      const source = sourceOf(visitor);
      const values = {
        idempotencyKey: randomUUID(),
        formToken: sign(view, visitor) ?? '',
        source: new URLSearchParams({ from: source ?? '' }).toString().slice('from='.length),
        styles: landing.styles ?? '',
      };
      page(response, 200, fillTemplate(await template(view, source !== undefined, savesData(visitor)), values));
    } catch (error) {
      showError(response, render, asContractError(error));
    }
  }

  /** Returns the page's template, rendering it if needed. Filling in a template is many times faster than rendering. */
  async function template(view: LandingView, isSourced: boolean, isSaving: boolean): Promise<Template> {
    if (env.NODE_ENV === 'development') templates = new WeakMap();
    const campaignTemplates = templates.get(view) ?? {};
    templates.set(view, campaignTemplates);
    const state = {
      ...formState(view, isSourced ? placeholders.source : undefined, placeholders.idempotencyKey),
      formToken: tokens && placeholders.formToken,
    };
    return (campaignTemplates[`${isSourced} ${isSaving}`] ??= splitTemplate(
      (await renderer())(templateSettings).form(isSaving ? toLowDataView(view) : view, state),
    ));
  }

  async function submit(visitor: Request, response: Response) {
    const render = await pages();
    const submission = readSubmission(visitor.body);
    try {
      const lead = await submitLead(env.GRAPHQL_URL, visitor, submission);
      if (lead.postSubmissionType === 'redirect' && isRedirectUrl(lead.redirectUrl))
        return response.redirect(303, lead.redirectUrl);
      const view = await loadLanding(landings, visitor).catch(() => undefined);
      page(response, 200, render.thankYou(lead.thankYouMessage, view && forVisitor(view, visitor)));
    } catch (error) {
      await showFormAgain(visitor, response, render, submission, asContractError(error));
    }
  }

  /** Renders the form again with the submitted values and the errors. */
  async function showFormAgain(
    visitor: Request,
    response: Response,
    render: LandingRenderer,
    { formData: values, pageVersion = '' }: Submission,
    error: ContractError,
  ) {
    if (error.code === 'NOT_FOUND') return showError(response, render, error);
    const view = await loadLanding(landings, visitor).catch(() => fallbackView(visitor.params, values, pageVersion));
    const errors = (error.code === 'BAD_USER_INPUT' && error.fields) || {};
    const hasFieldError = view.formFields.some(({ id }) => errors[id]);
    if (error.retryAfter) response.set('retry-after', String(error.retryAfter));
    const state = {
      ...formState(view, sourceOf(visitor), readSubmission(visitor.body).pageKey),
      formToken: sign(view, visitor),
    };
    page(
      response,
      httpStatus[error.code],
      render.form(forVisitor(view, visitor), {
        ...state,
        values,
        errors,
        formError: hasFieldError ? undefined : landingFormMessages.submitFailed,
      }),
    );
  }

  /**
   * Returns the page's form token, which records when the visitor received the page. A page that is shown again with
   * errors keeps its original time.
   */
  function sign({ clientHandle, slug }: LandingView, { body, params }: Request): string | undefined {
    const { formToken } = readSubmission(body);
    const page = `${clientHandle}/${slug}`;
    if (!tokens || !formToken) return formToken ?? tokens?.sign(page);
    const receivedAt = tokens.read(`${String(params.client)}/${String(params.slug)}`, formToken);
    return receivedAt instanceof Date ? tokens.sign(page, receivedAt) : formToken;
  }
}

function showError(response: Response, render: LandingRenderer, error: ContractError) {
  if (error.code === 'NOT_FOUND') return page(response, 404, render.notFound());
  response.set('retry-after', String(error.retryAfter ?? RETRY_SECONDS));
  page(response, error.code === 'RATE_LIMITED' ? 429 : 503, render.unavailable());
}

function formState(
  { clientHandle, slug, pageVersion }: LandingView,
  source: string | undefined,
  idempotencyKey: string = randomUUID(),
): LandingFormState {
  const path = `${encodeURIComponent(clientHandle)}/${encodeURIComponent(slug)}`;
  const params: Record<string, string> = source ? { source } : {};
  return {
    action: `/landing/${path}${source ? `?${new URLSearchParams(params)}` : ''}`,
    endpoint: `/api/campaigns/${path}/leads?${new URLSearchParams({ ...params, pageVersion })}`,
    idempotencyKey,
    values: {},
    errors: {},
  };
}

function forVisitor(view: LandingView, visitor: Request): LandingView {
  return savesData(visitor) ? toLowDataView(view) : view;
}

const savesData = (visitor: Request) => visitor.get('save-data')?.toLowerCase() === 'on';

function page(response: Response, status: number, html: string) {
  // Not `no-store`, so that Back and Forward keep the entered values.
  response
    .status(status)
    .set({ 'cache-control': 'private, no-cache', 'content-length': String(Buffer.byteLength(html)) });
  // Not `send`, which computes an ETag. Every page is different.
  response.type('html').end(html);
}

function asContractError(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  throw error;
}

/** Returns the campaign's current URL after its slug changed, with the visitor's query. */
function currentUrl({ clientHandle, slug }: LandingView, { originalUrl }: Request): string {
  const query = originalUrl.indexOf('?');
  return `/landing/${clientHandle}/${slug}${query < 0 ? '' : originalUrl.slice(query)}`;
}
