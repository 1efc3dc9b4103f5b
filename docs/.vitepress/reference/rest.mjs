// The REST reference, from the OpenAPI description.
import { code, escape, page, table } from './markdown.mjs';

const folder = 'api/rest-reference';
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Returns the pages by path. The overview is first. */
export function restReference({ paths, tags, components }) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
  );
  const title = ({ name }) =>
    (name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ')).replace(/^(Api|Sms)\b/, (word) => word.toUpperCase());
  const isRepeated = ({ summary }) => operations.filter((operation) => operation.summary === summary).length > 1;
  const tagPages = tags.map((tag) => [
    `${folder}/${tag.name}.md`,
    page(
      `# ${title(tag)}`,
      escape(tag.description),
      operations
        .filter((operation) => operation.tags.includes(tag.name))
        .map((operation) => describe(operation, isRepeated(operation))),
    ),
  ]);
  const schemas = page(
    '# Schemas',
    'What routes take and return.',
    Object.entries(components.schemas)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [`## ${name}`, escape(schema.description ?? ''), membersOf(schema)]),
  );
  const overview = page(
    '# REST reference',
    'Every route. [REST API](../rest.md) explains how to call them.',
    [
      ...tags.map((tag) => `- [${title(tag)}](${tag.name}.md): ${escape(tag.description)}`),
      '- [Schemas](schemas.md): What routes take and return.',
    ].join('\n'),
  );
  return { [`${folder}/index.md`]: overview, ...Object.fromEntries(tagPages), [`${folder}/schemas.md`]: schemas };
}

function describe({ path, method, summary, description, parameters = [], requestBody, responses }, isRepeated) {
  const [status, success] = Object.entries(responses).find(([name]) => name.startsWith('2')) ?? ['default', {}];
  const errors = Object.keys(responses).filter((name) => /^[45]/.test(name));
  return [
    `## ${summary}${isRepeated ? ` with ${method.toUpperCase()}` : ''}`,
    code(`${method.toUpperCase()} ${path}`),
    escape(description),
    table(
      ['Parameter', 'In', 'Type', 'Meaning'],
      parameters.map(({ name, in: place, required, schema, description: meaning = '' }) => [
        code(name),
        place,
        typeOf(schema),
        `${required ? 'Required. ' : ''}${escape(meaning)}`,
      ]),
    ),
    content('Body', requestBody?.content),
    content(`Response ${status}`, success.content),
    errors.length > 0 && `Errors: ${errors.map(code).join(', ')}.`,
  ];
}

function content(label, types) {
  return Object.entries(types ?? {}).map(([type, { schema, example }]) => {
    const isJson = type === 'application/json';
    return [
      `${label}: ${typeOf(schema)}${isJson ? '' : ` as ${code(type)}`}`,
      isJson && example !== undefined && `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    ];
  });
}

/** The type as text, with links to objects. */
function typeOf(schema = {}) {
  const { $ref: reference, anyOf, type, items, format, enum: values } = schema;
  if (reference) {
    const name = reference.split('/').at(-1);
    return `[${code(name)}](schemas.md#${name.toLowerCase()})`;
  }
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  if (values) return values.map((value) => code(value)).join(', ');
  return [[type ?? 'any'].flat().join(' or '), format && `(${format})`].filter(Boolean).join(' ');
}

function membersOf({ enum: values, properties = {}, required = [] }) {
  if (values) return `Values: ${values.map((value) => code(value)).join(', ')}.`;
  return table(
    ['Property', 'Type', 'Meaning'],
    Object.entries(properties).map(([name, property]) => [
      code(name),
      typeOf(property),
      `${required.includes(name) ? '' : 'Optional. '}${escape(property.description ?? '')}`,
    ]),
  );
}
