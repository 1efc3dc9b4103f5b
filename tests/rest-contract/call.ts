/** The response of a call. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON, or undefined if the response is not JSON. */
  body: unknown;
}

/** Sends a request with a caller's headers. A string body is sent unchanged. */
export type Call = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<ApiResponse>;

/** Returns a Call with a session cookie, with other headers, or anonymous. */
export function callAs(origin: string, credentials: string | Record<string, string> = {}): Call {
  const callerHeaders: Record<string, string> = typeof credentials === 'string' ? { cookie: credentials } : credentials;
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...callerHeaders, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as unknown) : undefined,
    };
  };
}

/** Signs in and returns a Call with the session. */
export const signInCall = async (origin: string, path: string, credentials: object): Promise<Call> =>
  callAs(origin, await signInCookie(origin, path, credentials));

/** Signs in and returns the session cookie. */
export async function signInCookie(origin: string, path: string, credentials: object): Promise<string> {
  const { status, headers } = await callAs(origin)('POST', path, credentials);
  if (status !== 200) throw new Error(`${path} returned ${status}`);
  return headers.getSetCookie()[0]!.split(';')[0]!;
}

/** Calls and returns the body. Throws if the status is not 2xx. */
export async function callOrThrow(call: Call, method: string, path: string, body?: object): Promise<Resource> {
  const response = await call(method, path, body);
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
  return response.body as Resource;
}

/** Fields that most response bodies have. */
export interface Resource {
  [field: string]: unknown;
  id: string;
  handle: string;
  slug: string;
  uploadURL: string;
}
