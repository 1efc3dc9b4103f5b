/** What a call answered. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The answer's JSON, or undefined where it is none. */
  body: unknown;
}

/** Sends one call as somebody; a body that is text goes as it is. */
export type Call = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Calls as the bearer of a session's cookie or of other headers, or as nobody. */
export function callAs(origin: string, bearer: string | Record<string, string> = {}): Call {
  const always: Record<string, string> = typeof bearer === 'string' ? { cookie: bearer } : bearer;
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...always, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson ? (JSON.parse(text) as unknown) : undefined,
    };
  };
}

/** Signs in and calls as that person. */
export const signedIn = async (origin: string, path: string, credentials: object): Promise<Call> =>
  callAs(origin, await sessionOf(origin, path, credentials));

/** Signs in; answers the cookie. */
export async function sessionOf(origin: string, path: string, credentials: object): Promise<string> {
  const { status, headers } = await callAs(origin)('POST', path, credentials);
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return headers.getSetCookie()[0]!.split(';')[0]!;
}

/** Calls, and throws where it does not succeed; answers the body. */
export async function must(call: Call, method: string, path: string, body?: object): Promise<Thing> {
  const answer = await call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body as Thing;
}

/** What most answers have in common. */
export interface Thing {
  [field: string]: unknown;
  id: string;
  handle: string;
  slug: string;
  uploadURL: string;
}
