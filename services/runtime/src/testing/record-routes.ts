/** What a door of Express is made of; a router as its package exports it. */
interface RouterPrototype {
  use(this: object, ...given: unknown[]): unknown;
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
 * Lists every route and every handler that is mounted while an app is made, as `GET /path` and `USE /path name`. Express itself forgets the paths, so they are noted as they are given.
 * Routers that are mounted stand in the list with what they hold.
 */
export async function recordRoutes(prototype: object, make: () => unknown): Promise<string[]> {
  const routers = prototype as RouterPrototype;
  const { use, route } = routers;
  const made = new Map<object, (Use | Route)[]>();
  const note = (router: object, entry: Use | Route) => void made.set(router, [...(made.get(router) ?? []), entry]);
  routers.use = function (...given) {
    const [path, handlers] = typeof given[0] === 'string' ? [given[0], given.slice(1)] : ['', given];
    for (const handler of handlers.flat(9) as object[]) note(this, { path, handler });
    return use.apply(this, given);
  };
  routers.route = function (path) {
    const its = route.call(this, path);
    note(this, { path: String(path), methods: its.methods });
    return its;
  };
  try {
    await make();
  } finally {
    Object.assign(routers, { use, route });
  }
  const inner = new Set([...made.values()].flat().flatMap((entry) => ('handler' in entry ? [entry.handler] : [])));
  const list = (router: object, prefix: string): string[] =>
    (made.get(router) ?? []).flatMap((entry) => linesOf(entry, prefix));
  const linesOf = (entry: Use | Route, prefix: string): string[] => {
    const path = `${prefix}${entry.path === '/' ? '' : entry.path}`;
    if ('methods' in entry) return methodsOf(entry).map((method) => `${method} ${path || '/'}`);
    return made.has(entry.handler)
      ? list(entry.handler, path)
      : [`USE ${path || '/'} ${(entry.handler as { name?: string }).name ?? ''}`.trim()];
  };
  return [...made.keys()].filter((router) => !inner.has(router)).flatMap((router) => list(router, ''));
}

/** `app.all` names every method that there is. */
function methodsOf({ methods }: Route): string[] {
  const names = Object.keys(methods);
  return names.length > 9 || names.includes('_all') ? ['ALL'] : names.map((name) => name.toUpperCase());
}
