// Variables that every program gets. Other variables must be listed for the program.
const commonVariables = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'TERM',
    'LANG',
    'LC_ALL',
    'LC_CTYPE',
    'TZ',
    'TMPDIR',
    'XDG_CACHE_HOME',
  ],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'LOG_LEVEL'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
];

type Variables = Record<string, string | undefined>;

/** Selects variables by name. A name that ends in `*` selects by prefix. Unset and empty variables are left out. */
export function pickVariables(from: Variables, names: string[]): Record<string, string> {
  const isSelected = (name: string) =>
    names.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
  return Object.fromEntries(
    Object.entries(from).filter((entry): entry is [string, string] => Boolean(entry[1]) && isSelected(entry[0])),
  );
}

/**
 * Builds the complete environment of a child process: common variables, variables to
 * pass on by name, and variables to set.
 */
export const childEnv = (from: Variables, passed: string[], set: Variables = {}): Record<string, string> => ({
  ...pickVariables(from, [...commonVariables, ...passed]),
  ...pickVariables(set, Object.keys(set)),
});
