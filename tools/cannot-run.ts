/** Exit code that tells `.ci/run` that this machine cannot run something, from a run that found something. */
export const CANNOT_RUN = 3;
