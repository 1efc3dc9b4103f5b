// The GraphQL reference, from the schema and the rules that SDL cannot express.
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { code, escape, page, table } from './markdown.mjs';

const folder = 'api/graphql-reference';

const kinds = [
  { name: 'objects', title: 'Objects', text: 'What operations return.', includes: isObjectType },
  { name: 'connections', title: 'Connections', text: 'Pages of objects.', includes: isObjectType },
  { name: 'inputs', title: 'Inputs', text: 'Arguments with fields.', includes: isInputObjectType },
  { name: 'enums', title: 'Enums', text: 'Values of which one is chosen.', includes: isEnumType },
  { name: 'scalars', title: 'Scalars', text: 'Values without fields.', includes: isScalarType },
];
const isPageOfObjects = ({ name }) => /(Connection|Edge|^PageInfo)$/.test(name);
const kindOf = (type) =>
  isObjectType(type) && isPageOfObjects(type) ? kinds[1] : kinds.find(({ includes }) => includes(type));

/** Returns the pages by path. The overview is first. */
export function graphqlReference(sdl, { callers }) {
  const schema = buildSchema(sdl);
  const operations = [
    { name: 'queries', title: 'Queries', text: 'Operations that read.', type: schema.getQueryType() },
    { name: 'mutations', title: 'Mutations', text: 'Operations that change.', type: schema.getMutationType() },
    {
      name: 'subscriptions',
      title: 'Subscriptions',
      text: 'Streams of events.',
      type: schema.getSubscriptionType(),
    },
  ].filter(({ type }) => type);
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !operations.some((operation) => operation.type === type))
    .filter((type) => !isSpecifiedScalarType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

  const link = (type) => {
    const named = getNamedType(type);
    if (isSpecifiedScalarType(named)) return code(type);
    return `[${code(type)}](${kindOf(named).name}.md#${named.name.toLowerCase()})`;
  };
  const argumentsOf = ({ args }) =>
    table(
      ['Argument', 'Type', 'Meaning'],
      args.map((argument) => [code(argument.name), link(argument.type), meaningOf(argument)]),
    );
  const operationPage = ({ title, text, type }) =>
    page(
      `# ${title}`,
      text,
      Object.values(type.getFields()).map((field) => [
        `## ${field.name}`,
        escape(field.description ?? ''),
        `Returns ${link(field.type)}.${callers[field.name] ? ` Callers: ${callers[field.name].map(code).join(', ')}.` : ''}`,
        argumentsOf(field),
      ]),
    );
  const fieldRow = (field) => {
    const args = field.args?.length ? ` Arguments: ${field.args.map(({ name }) => code(name)).join(', ')}.` : '';
    return [code(field.name), link(field.type), `${meaningOf(field)}${args}`];
  };
  const membersOf = (type) => {
    if (isEnumType(type))
      return table(
        ['Value', 'Meaning'],
        type.getValues().map((value) => [code(value.name), meaningOf(value)]),
      );
    return isScalarType(type)
      ? undefined
      : table(['Field', 'Type', 'Meaning'], Object.values(type.getFields()).map(fieldRow));
  };
  const typePage = (kind) =>
    page(
      `# ${kind.title}`,
      kind.text,
      types
        .filter((type) => kindOf(type) === kind)
        .map((type) => [`## ${type.name}`, escape(type.description ?? ''), membersOf(type)]),
    );

  const pages = [
    ...operations.map((operation) => [operation, operationPage(operation)]),
    ...kinds.map((kind) => [kind, typePage(kind)]),
  ];
  const overview = page(
    '# GraphQL reference',
    'Every operation and type of the public schema. [GraphQL API](../graphql.md) explains how to call it.',
    pages.map(([{ name, title, text }]) => `- [${title}](${name}.md): ${text}`).join('\n'),
  );
  return Object.fromEntries([
    [`${folder}/index.md`, overview],
    ...pages.map(([{ name }, text]) => [`${folder}/${name}.md`, text]),
  ]);
}

function meaningOf({ description, defaultValue, deprecationReason }) {
  const initial = defaultValue === undefined ? '' : ` Default: ${code(JSON.stringify(defaultValue))}.`;
  return `${escape(description ?? '')}${initial}${deprecationReason ? ` Deprecated: ${escape(deprecationReason)}` : ''}`;
}
