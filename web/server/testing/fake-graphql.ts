import type { IncomingHttpHeaders, RequestListener } from 'node:http';

/** A request that the server received. */
export interface RecordedRequest {
  variables: Record<string, unknown>;
  headers: IncomingHttpHeaders;
}
type Answer = Record<string, unknown> | { error: { code: string; [detail: string]: unknown } };

/** A fake GraphQL server: tests set its responses by operation name and inspect the recorded requests. */
export class FakeGraphql {
  requests: Record<string, RecordedRequest[]> = {};
  responses: Record<string, Answer> = {};

  listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { query, variables } = JSON.parse(Buffer.concat(chunks).toString()) as {
      query: string;
      variables: Record<string, unknown>;
    };
    const operation = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '';
    (this.requests[operation] ??= []).push({ variables, headers: request.headers });
    const answer = this.responses[operation] ?? { error: { code: 'NOT_FOUND' } };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(
        'error' in answer
          ? { data: null, errors: [{ message: 'rejected', extensions: answer.error }] }
          : { data: answer },
      ),
    );
  };
}
