import { useQuery } from '@apollo/client/react';
import { SystemDocument } from './graphql/generated';

/** Returns the product's name, which the server's `PRODUCT_NAME` sets. */
export function useProductName(): string {
  const { data } = useQuery(SystemDocument, { fetchPolicy: 'cache-first' });
  return data?.system.productName ?? nameFromPage();
}

/** The name that the page itself contains, for use until the first response. */
const nameFromPage = () => document.querySelector('meta[name="application-name"]')?.getAttribute('content') ?? '';
