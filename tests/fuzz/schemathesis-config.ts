import type { FuzzCaller } from './create-callers';

/** Returns the schemathesis configuration for a caller in TOML, whose strings have the format of JSON. */
export function schemathesisConfig({ session, pathParameters }: FuzzCaller): string {
  const quoted = (value: string) => JSON.stringify(value);
  const regex = (paths: string) => quoted(paths.replaceAll(/[{}]/g, '\\$&'));
  return [
    'continue-on-failure = true',
    'suppress-health-check = ["all"]',
    'warnings = false',
    '[generation]',
    'database = "none"',
    // Some rejections, such as of time zones, cannot be expressed in JSON Schema.
    '[checks.positive_data_acceptance]',
    'enabled = false',
    // Reports resources that the run itself deleted. The REST contract tests check that created resources exist.
    '[checks.ensure_resource_availability]',
    'enabled = false',
    '[checks.negative_data_rejection]',
    'expected-statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422]',
    ...(session ? [`[auth.openapi.${session.role}Session]`, `api_key = ${quoted(session.token)}`] : []),
    // DELETE uses made-up ids and ids that the run created, because the caller's own data must exist until the end.
    ...pathParameters.flatMap(({ paths, values }) => [
      '[[operations]]',
      `include-path-regex = ${regex(paths)}`,
      'exclude-method = "DELETE"',
      `parameters = { ${Object.entries(values)
        .map(([name, value]) => `${quoted(`path.${name}`)} = ${quoted(value)}`)
        .join(', ')} }`,
    ]),
    // Signing out would end the session. The anonymous run covers these operations.
    ...(session ? ['[[operations]]', 'include-path-regex = "/logout$"', 'enabled = false'] : []),
    '',
  ].join('\n');
}
