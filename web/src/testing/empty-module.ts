/** Replaces a module that component tests do not run. */
export {};
