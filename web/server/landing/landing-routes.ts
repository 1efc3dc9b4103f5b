import { randomUUID } from 'node:crypto';
import { httpStatus } from '@dripline/contract/error-codes';
import { formTokens } from '@dripline/runtime/form-token';
import type { Landings } from '@dripline/runtime/landing/landing-cache';
import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { ContractError } from '@dripline/runtime/request';
import compression from 'compression';
import express, { type Request, type Response, Router } from 'express';
import type { LandingFormState, LandingView } from '../../src/landing/landing-view';
import { landingFormWords } from '../../src/messages/landing-form';
import type { Client } from '../client';
import type { Env } from '../env';
import type { LandingRenderer } from './landing-renderer';
import { landingHeaders } from './landing-headers';
import { cut, fill, gaps, type Template } from './landing-template';
import { source, submitLead, visitLanding } from './landing-calls';
import { readSubmission, type Submission } from './read-submission';
import { savingData } from './saving-data';
import { viewFromAnswers } from './view-from-answers';

const PATH = '/landing/:client/:slug';
const RETRY_SECONDS = 5;

/** The visitor's page: shown, and its plain HTML form taken. */
export function landingRoutes(
  env: Env,
  { landing, renderer }: Pick<Client, 'landing' | 'renderer'>,
  landings: Landings | undefined,
): Router {
  const settings = { productName: env.PRODUCT_NAME, publicUrl: env.PUBLIC_URL, assets: landing };
  const tokens = env.SERVICE_TOKEN === undefined ? undefined : formTokens(env.SERVICE_TOKEN);
  const pages = async () => (await renderer())(settings);
  const gappedSettings = { ...settings, assets: { ...landing, styles: landing.styles && gaps.styles } };
  /** Pages of campaigns that the door keeps, for as long as it does: for who comes from somewhere or not, with a mind to save data or not. */
  let kept = new WeakMap<LandingView, Record<string, Template>>();
  const router = Router();
  const headers = landingHeaders(landing, env.PUBLIC_URL);
  router.all(PATH, compression(), (_visitor, response, next) => next(void response.set(headers)));
  router.get(PATH, show);
  router.post(PATH, express.urlencoded({ extended: false, limit: '2mb', parameterLimit: 200 }), take);
  return router;

  async function show(visitor: Request, response: Response) {
    const render = await pages();
    try {
      const view = await visitLanding(landings, visitor);
      if (view.slug !== String(visitor.params.slug).toLowerCase())
        return response.redirect(302, presentAddress(view, visitor));
      const from = source(visitor);
      const own = {
        idempotencyKey: randomUUID(),
        formToken: sign(view, visitor) ?? '',
        source: new URLSearchParams({ from: from ?? '' }).toString().slice('from='.length),
        styles: landing.styles ?? '',
      };
      page(response, 200, fill(await template(view, from !== undefined, savesData(visitor)), own));
    } catch (error) {
      refuse(response, render, asContractError(error));
    }
  }

  /** Rendering takes many times longer than filling gaps in. */
  async function template(view: LandingView, isSourced: boolean, isSaving: boolean): Promise<Template> {
    if (env.NODE_ENV === 'development') kept = new WeakMap();
    const all = kept.get(view) ?? {};
    kept.set(view, all);
    const state = {
      ...formState(view, isSourced ? gaps.source : undefined, gaps.idempotencyKey),
      formToken: tokens && gaps.formToken,
    };
    return (all[`${isSourced} ${isSaving}`] ??= cut(
      (await renderer())(gappedSettings).form(isSaving ? savingData(view) : view, state),
    ));
  }

  async function take(visitor: Request, response: Response) {
    const render = await pages();
    const submission = readSubmission(visitor.body);
    try {
      const lead = await submitLead(env.GRAPHQL_URL, visitor, submission);
      if (lead.postSubmissionType === 'redirect' && isRedirectUrl(lead.redirectUrl))
        return response.redirect(303, lead.redirectUrl);
      const view = await visitLanding(landings, visitor).catch(() => undefined);
      page(response, 200, render.thankYou(lead.thankYouMessage, view && forVisitor(view, visitor)));
    } catch (error) {
      await giveBack(visitor, response, render, submission, asContractError(error));
    }
  }

  /** Shows the form again with what was typed, so that nothing has to be typed twice. */
  async function giveBack(
    visitor: Request,
    response: Response,
    render: LandingRenderer,
    { formData: values, pageVersion = '' }: Submission,
    error: ContractError,
  ) {
    if (error.code === 'NOT_FOUND') return refuse(response, render, error);
    const view = await visitLanding(landings, visitor).catch(() =>
      viewFromAnswers(visitor.params, values, pageVersion),
    );
    const errors = (error.code === 'BAD_USER_INPUT' && error.fields) || {};
    const isExplained = view.formFields.some(({ id }) => errors[id]);
    if (error.retryAfter) response.set('retry-after', String(error.retryAfter));
    const state = {
      ...formState(view, source(visitor), readSubmission(visitor.body).pageKey),
      formToken: sign(view, visitor),
    };
    page(
      response,
      httpStatus[error.code],
      render.form(forVisitor(view, visitor), {
        ...state,
        values,
        errors,
        notice: isExplained ? undefined : landingFormWords.submitFailed,
      }),
    );
  }

  /** Says that the page is ours, and when this visitor got it: one that comes back with an error was got when it was first. */
  function sign({ clientHandle, slug }: LandingView, { body, params }: Request): string | undefined {
    const { formToken } = readSubmission(body);
    const present = `${clientHandle}/${slug}`;
    if (!tokens || !formToken) return formToken ?? tokens?.sign(present);
    const gotAt = tokens.read(`${String(params.client)}/${String(params.slug)}`, formToken);
    return gotAt instanceof Date ? tokens.sign(present, gotAt) : formToken;
  }
}

function refuse(response: Response, render: LandingRenderer, error: ContractError) {
  if (error.code === 'NOT_FOUND') return page(response, 404, render.notFound());
  response.set('retry-after', String(error.retryAfter ?? RETRY_SECONDS));
  page(response, error.code === 'RATE_LIMITED' ? 429 : 503, render.unavailable());
}

function formState(
  { clientHandle, slug, pageVersion }: LandingView,
  from: string | undefined,
  idempotencyKey: string = randomUUID(),
): LandingFormState {
  const address = `${encodeURIComponent(clientHandle)}/${encodeURIComponent(slug)}`;
  const came: Record<string, string> = from ? { source: from } : {};
  return {
    action: `/landing/${address}${from ? `?${new URLSearchParams(came)}` : ''}`,
    endpoint: `/api/campaigns/${address}/leads?${new URLSearchParams({ ...came, pageVersion })}`,
    idempotencyKey,
    values: {},
    errors: {},
  };
}

function forVisitor(view: LandingView, visitor: Request): LandingView {
  return savesData(visitor) ? savingData(view) : view;
}

const savesData = (visitor: Request) => visitor.get('save-data')?.toLowerCase() === 'on';

function page(response: Response, status: number, html: string) {
  // Not no-store: the page must survive Back and Forward with what was typed.
  response
    .status(status)
    .set({ 'cache-control': 'private, no-cache', 'content-length': String(Buffer.byteLength(html)) });
  // Not by `send`, which makes an ETag: no two pages are the same.
  response.type('html').end(html);
}

function asContractError(error: unknown): ContractError {
  if (error instanceof ContractError) return error;
  throw error;
}

/** A campaign's address after its slug was changed, with the query that the visitor came with. */
function presentAddress({ clientHandle, slug }: LandingView, { originalUrl }: Request): string {
  const query = originalUrl.indexOf('?');
  return `/landing/${clientHandle}/${slug}${query < 0 ? '' : originalUrl.slice(query)}`;
}
