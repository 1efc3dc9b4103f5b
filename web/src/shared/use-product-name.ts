import { useQuery } from '@apollo/client/react';
import { SystemDocument } from './graphql/generated';

/** The product's name, which PRODUCT_NAME may change. */
export function useProductName(): string {
  const { data } = useQuery(SystemDocument, { fetchPolicy: 'cache-first' });
  return data?.system.productName ?? namedByPage();
}

/** Known before the first answer, so that no other name shows meanwhile. */
const namedByPage = () => document.querySelector('meta[name="application-name"]')?.getAttribute('content') ?? '';
