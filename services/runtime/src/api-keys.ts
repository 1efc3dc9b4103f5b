import { accessMatrix } from '@dripline/contract/access-matrix';
import {
  API_KEY_PREFIX,
  type ApiKeyScope,
  FORMER_API_KEY_PREFIX,
  isReadOnlyNoun,
  objectNouns,
  type WritableNoun,
} from '@dripline/contract/api-keys';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  getNamedType,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Returns the API key of an `Authorization` header, well-formed or not, or null if the header contains none. */
export function readApiKey(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const isKey = [API_KEY_PREFIX, FORMER_API_KEY_PREFIX].some((prefix) => token?.startsWith(prefix));
  return isKey ? token! : null;
}

/**
 * Returns the scopes that an API key needs for an operation: those to change what its mutations change, and to read the
 * objects whose fields it selects. Objects that only lead to others need none: `client(id: …) { leads { … } }` reads
 * leads. Null if the operation is closed to API keys.
 */
export function requiredScopes(schema: GraphQLSchema, document: DocumentNode): ApiKeyScope[] | null {
  const scopes = new Set<ApiKeyScope>();
  let isClosed = false;
  const typeInfo = new TypeInfo(schema);
  const Field = (node: FieldNode, _key: unknown, _parent: unknown, _path: unknown, ancestors: readonly unknown[]) => {
    const [parent, field] = [typeInfo.getParentType(), typeInfo.getFieldDef()];
    if (!parent || !field || field.name.startsWith('__')) return;
    const type = getNamedType(field.type);
    const noun = nounOf(type.name);
    if (noun === null) isClosed = true;
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    if (roots.includes(parent as GraphQLObjectType)) {
      const rootNoun = accessMatrix[`${parent.name}.${field.name}`]?.noun;
      const isChange = parent === schema.getMutationType();
      if (rootNoun === undefined || (isChange && isReadOnlyNoun(rootNoun))) isClosed = true;
      else if (isChange) scopes.add(`write_${rootNoun as WritableNoun}`);
      else if (noun === undefined) scopes.add(`read_${rootNoun}`);
    } else if (noun === undefined && !isKnownId(node, ancestors)) {
      // Objects without a noun, such as the fields of a form, belong to the object that contains them.
      const owner = nounOf(parent.name);
      if (owner) scopes.add(`read_${owner}`);
    }
  };
  visit(document, visitWithTypeInfo(typeInfo, { Field }));
  return isClosed ? null : [...scopes].sort();
}

/** Whether a field is the ID of the object that a root field was asked for. The caller knows it. */
function isKnownId({ name }: FieldNode, ancestors: readonly unknown[]): boolean {
  const fields = ancestors.filter((node) => (node as { kind?: string }).kind === Kind.FIELD) as FieldNode[];
  const isAsked = fields[0]?.arguments?.some((argument) => argument.name.value === 'id');
  return name.value === 'id' && fields.length === 1 && isAsked === true;
}

/** Returns the noun of a type, or of the nodes of a connection. */
function nounOf(typeName: string): (typeof objectNouns)[string] | undefined {
  const name = Object.hasOwn(objectNouns, typeName) ? typeName : typeName.replace(/(Connection|Edge)$/, '');
  return Object.hasOwn(objectNouns, name) ? objectNouns[name] : undefined;
}
