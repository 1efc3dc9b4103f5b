/** Replaces a module that component tests do not run. Where modules are linked, its imported names must exist. */
export const loadRouteModule = undefined;
