/** Exit code of a command that cannot run on this machine, which `.ci/run` does not treat as a failure. */
export const CANNOT_RUN = 3;
