import { fetchSuccess, HttpError } from './http-error';

afterEach(() => jest.restoreAllMocks());

it.each([
  ['the body', 'No such client', '404: No such client'],
  ['the status text if the body is empty', '', '404: Not Found'],
])('an HTTP error’s message is the status and %s', async (_case, body, message) => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status: 404, statusText: 'Not Found' }));
  const error: unknown = await fetchSuccess('/api/clients/x').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 404, message });
});

it('fetchSuccess returns a success response unread', async () => {
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status: 201 }));
  expect(await (await fetchSuccess('/api/clients')).text()).toBe('{}');
});
