/** A non-success response. Its message is the status and the body, as section 8 of the product specification says. */
export class HttpError extends Error {
  readonly status: number;

  constructor(
    { status, statusText }: Pick<Response, 'status' | 'statusText'>,
    readonly body: string,
  ) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
  }
}

/** Works like `fetch`, but throws `HttpError` for a non-success response. */
export async function fetchSuccess(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.ok) throw new HttpError(response, await response.text());
  return response;
}
