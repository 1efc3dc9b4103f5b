import { useQuery } from '@apollo/client/react';
import { SystemDocument } from '@dripline/contract/generated';
import { BrandLockup } from '../../ui/brand-lockup';

/** The mark with the product's name, which PRODUCT_NAME may change; also the window's title. */
export function ProductBrand() {
  const { data } = useQuery(SystemDocument, { fetchPolicy: 'cache-first' });
  const name = data?.system.productName ?? 'Dripline';
  return (
    <>
      <title>{name}</title>
      <BrandLockup name={name} />
    </>
  );
}
