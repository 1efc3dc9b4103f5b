/** Every refusal the GraphQL server can answer, and the HTTP status the REST facade gives it. The list is closed. */
export const httpStatus = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  LIMIT_REACHED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  UNAVAILABLE: 503,
} as const;

/** A code of the closed list above; it travels as `extensions.code` of a GraphQL error and as `code` in REST. */
export type ErrorCode = keyof typeof httpStatus;

/** Tells whether a value read from the wire is one of our codes. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(httpStatus, value);
}
