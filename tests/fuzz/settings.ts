import type { Stage } from './seed';

/** What schemathesis is told for one caller, as TOML, whose strings are JSON's. */
export function settings({ session, places }: Stage): string {
  const quoted = (value: string) => JSON.stringify(value);
  const regex = (paths: string) => quoted(paths.replaceAll(/[{}]/g, '\\$&'));
  return [
    'continue-on-failure = true',
    'suppress-health-check = ["all"]',
    'warnings = false',
    '[generation]',
    'database = "none"',
    // What JSON Schema cannot say (that a media address is one, a name of a time zone) is refused all the same.
    '[checks.positive_data_acceptance]',
    'enabled = false',
    // It takes what the run itself deleted by way of a list for lost. That what is made is there, the contract walk shows.
    '[checks.ensure_resource_availability]',
    'enabled = false',
    '[checks.negative_data_rejection]',
    'expected-statuses = [400, 401, 403, 404, 405, 409, 413, 415]',
    ...(session ? ['[auth.openapi.session]', `api_key = ${quoted(session)}`] : []),
    // Deleting takes made-up ids, and those of what the run itself creates: the stage must stand to the end.
    ...places.flatMap(({ paths, values }) => [
      '[[operations]]',
      `include-path-regex = ${regex(paths)}`,
      'exclude-method = "DELETE"',
      `parameters = { ${Object.entries(values)
        .map(([name, value]) => `${quoted(`path.${name}`)} = ${quoted(value)}`)
        .join(', ')} }`,
    ]),
    // A session that signs itself out tests nothing afterwards; the visitor's run covers these.
    ...(session ? ['[[operations]]', 'include-path-regex = "/logout$"', 'enabled = false'] : []),
    '',
  ].join('\n');
}
