/** The kinds of account that have a session. A browser can have one session of each. */
export const sessionRoles = ['admin', 'client'] as const;

/** The kind of account that a session belongs to. */
export type SessionRole = (typeof sessionRoles)[number];

/**
 * The name of the request header that selects the session that a request acts with: a role, or several in the order in
 * which they are tried.
 */
export const SESSION_HEADER = 'Session-Role';

/** Without the header, a request acts as the client if both are signed in, because a client has fewer rights. */
export const DEFAULT_SESSION_ROLES: readonly SessionRole[] = ['client', 'admin'];

/** The name of the query parameter that replaces the header in the link of a download. */
export const SESSION_PARAMETER = 'session';
