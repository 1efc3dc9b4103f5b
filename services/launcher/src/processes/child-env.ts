// What any program may need of the terminal it is started from. Everything else a service gets is named in its own contract.
const ordinary = [
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

/** The variables with these names, or that begin with a name ending in `*`. Unset and empty ones are left out. */
export function pickVariables(from: Variables, names: string[]): Record<string, string> {
  const isWanted = (name: string) =>
    names.some((wanted) => (wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted));
  return Object.fromEntries(
    Object.entries(from).filter((entry): entry is [string, string] => Boolean(entry[1]) && isWanted(entry[0])),
  );
}

/** A child's whole environment: the ordinary variables, those its contract passes on by name, and what the launcher sets. */
export const childEnv = (from: Variables, passed: string[], set: Variables = {}): Record<string, string> => ({
  ...pickVariables(from, [...ordinary, ...passed]),
  ...pickVariables(set, Object.keys(set)),
});
