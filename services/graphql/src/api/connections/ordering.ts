import { type ClassType, Field, InputType } from 'type-graphql';
import { registerEnum } from '../register-enum';

/** What a list is sorted by. Rows with equal values are sorted by id, in the same direction. */
export interface Sort {
  /** The SQL expression. */
  by: string;
  descending: boolean;
  type: 'time' | 'text' | 'leadStatus' | 'priority' | 'number';
  /** Whether the expression can be null. Such rows come last in both directions. */
  nullable?: boolean;
  /** The join that the expression requires. */
  join?: string;
}

export enum OrderDirection {
  asc = 'asc',
  desc = 'desc',
}
registerEnum(OrderDirection, 'OrderDirection', 'The direction of an order.', {
  asc: 'Ascending: smallest, earliest or A first.',
  desc: 'Descending: largest, latest or Z first.',
});

/** The order of a list, as the caller selects it. */
export interface Order {
  field: string;
  direction: OrderDirection;
}

/** The fields that a list can be ordered by: their descriptions and SQL. */
type OrderFields = Record<string, Omit<Sort, 'descending'> & { description: string }>;

/** The GraphQL input type of an order, and how it sorts. */
export interface OrderType {
  type: ClassType<Order>;
  /** The GraphQL enum of the fields. */
  fields: Record<string, string>;
  /** Returns what a list is sorted by. Without an order, by the first field. */
  toSort(order?: Order | null, defaultDirection?: OrderDirection): Sort;
}

/** Creates the GraphQL types `{name}Order` and `{name}OrderField`. The first field is the default. */
export function orderType(name: string, nodes: string, fields: OrderFields): OrderType {
  const names = Object.keys(fields);
  const fieldEnum = Object.fromEntries(names.map((field) => [field, field]));
  registerEnum(
    fieldEnum,
    `${name}OrderField`,
    `What ${nodes} are ordered by.`,
    Object.fromEntries(names.map((field) => [field, fields[field]!.description])),
  );
  @InputType(`${name}Order`, { description: `The order of ${nodes}.` })
  class NodeOrder implements Order {
    @Field(() => fieldEnum as never, { description: 'The field to order by.' })
    field!: string;
    @Field(() => OrderDirection, { defaultValue: OrderDirection.desc, description: 'The direction.' })
    direction!: OrderDirection;
  }
  return {
    type: NodeOrder,
    fields: fieldEnum,
    toSort(order, defaultDirection = OrderDirection.desc) {
      const { description: _description, ...sort } = fields[order?.field ?? names[0]!]!;
      return { ...sort, descending: (order?.direction ?? defaultDirection) === OrderDirection.desc };
    },
  };
}
