import { BrandLockup } from '../ui/brand-lockup';
import { useProductName } from '../shared/use-product-name';

/** The logo with the product's name. */
export function ProductBrand() {
  return <BrandLockup name={useProductName()} />;
}
