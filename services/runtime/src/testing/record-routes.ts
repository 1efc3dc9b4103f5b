/** The methods of Express' router prototype that register handlers and routes. */
interface RouterPrototype {
  use(this: object, ...args: unknown[]): unknown;
  route(this: object, path: unknown): { methods: Record<string, boolean> };
}

interface Use {
  path: string;
  handler: object;
}
interface Route {
  path: string;
  methods: Record<string, boolean>;
}

/**
 * Lists every route and handler that is registered while an app is created, as `GET /path` and `USE /path name`.
 * Express does not keep the paths, so they are recorded on registration. Mounted routers are listed with their
 * contents.
 */
export async function recordRoutes(prototype: object, make: () => unknown): Promise<string[]> {
  const routers = prototype as RouterPrototype;
  const { use, route } = routers;
  const entriesByRouter = new Map<object, (Use | Route)[]>();
  const record = (router: object, entry: Use | Route) =>
    void entriesByRouter.set(router, [...(entriesByRouter.get(router) ?? []), entry]);
  routers.use = function (...args) {
    const [path, handlers] = typeof args[0] === 'string' ? [args[0], args.slice(1)] : ['', args];
    for (const handler of handlers.flat(9) as object[]) record(this, { path, handler });
    return use.apply(this, args);
  };
  routers.route = function (path) {
    const result = route.call(this, path);
    record(this, { path: String(path), methods: result.methods });
    return result;
  };
  try {
    await make();
  } finally {
    Object.assign(routers, { use, route });
  }
  const mounted = new Set(
    [...entriesByRouter.values()].flat().flatMap((entry) => ('handler' in entry ? [entry.handler] : [])),
  );
  const list = (router: object, prefix: string): string[] =>
    (entriesByRouter.get(router) ?? []).flatMap((entry) => linesOf(entry, prefix));
  const linesOf = (entry: Use | Route, prefix: string): string[] => {
    const path = `${prefix}${entry.path === '/' ? '' : entry.path}`;
    if ('methods' in entry) return methodsOf(entry).map((method) => `${method} ${path || '/'}`);
    return entriesByRouter.has(entry.handler)
      ? list(entry.handler, path)
      : [`USE ${path || '/'} ${(entry.handler as { name?: string }).name ?? ''}`.trim()];
  };
  return [...entriesByRouter.keys()].filter((router) => !mounted.has(router)).flatMap((router) => list(router, ''));
}

/** Returns the methods of a route; `app.all` registers every method. */
function methodsOf({ methods }: Route): string[] {
  const names = Object.keys(methods);
  return names.length > 9 || names.includes('_all') ? ['ALL'] : names.map((name) => name.toUpperCase());
}
