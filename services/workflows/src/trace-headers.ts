import { TRACE_HEADER } from '@dripline/contract/workflows';
import type { Payload } from '@temporalio/common';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

/**
 * Propagates the trace that started a workflow to its activities and to the run that continues it. It is part of the
 * workflow bundle and creates no spans itself, because a replay would create them again.
 */
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
        scheduleLocalActivity: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
        continueAsNew: (input, next) => next({ ...input, headers: { ...input.headers, ...trace } }),
      },
    ],
  };
};
