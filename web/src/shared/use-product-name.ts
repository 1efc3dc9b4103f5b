import { useQuery } from '@apollo/client/react';
import { AppConfigDocument } from './graphql/generated';

/** Returns the product's name, which the server's `PRODUCT_NAME` sets. */
export function useProductName(): string {
  const { data } = useQuery(AppConfigDocument, { fetchPolicy: 'cache-first' });
  return data?.appConfig.productName ?? nameFromPage();
}

/** The name that the page itself contains, for use until the first response. */
const nameFromPage = () => document.querySelector('meta[name="application-name"]')?.getAttribute('content') ?? '';
