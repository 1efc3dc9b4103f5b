import { TRACE_HEADER } from '@dripline/contract/workflows';
import type { Payload } from '@temporalio/common';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

/** Hands the trace that a workflow was started under on to its activities and to the run that continues it. Part of the workflows' bundle: it makes no span itself, as a replay would make it anew. */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let trace: Record<string, Payload> = {};
  return {
    inbound: [
      {
        execute(input, next) {
          const carried = input.headers[TRACE_HEADER];
          if (carried) trace = { [TRACE_HEADER]: carried };
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
        continueAsNew: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
      },
    ],
  };
};
