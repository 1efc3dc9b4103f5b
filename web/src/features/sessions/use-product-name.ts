import { useQuery } from '@apollo/client/react';
import { SystemDocument } from '@dripline/contract/generated';

/** The product's name, which PRODUCT_NAME may change. */
export function useProductName(): string {
  const { data } = useQuery(SystemDocument, { fetchPolicy: 'cache-first' });
  return data?.system.productName ?? 'Dripline';
}
