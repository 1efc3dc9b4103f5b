import { SHADES } from '@dripline/contract/colors/shades';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import type { DashboardAccessQuery } from '../graphql/generated';

/** The product as the screen's client sees it. */
type Product = Pick<DashboardAccessQuery['dashboardAccess'], 'productName' | 'brand' | 'shades'>;

const ProductContext = createContext<Product | null>(null);

/** Returns the product as the screen's client sees it, or null on screens that belong to no client. */
export const useProduct = () => useContext(ProductContext);

const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`);
const nameOfPage = () => metaOf('application-name');

/** Returns the product on the domain of a client, whose pages contain it. */
const productOfDomain = () => JSON.parse(metaOf('product')?.content || 'null') as Product | null;

/** Returns the name of the product that the viewer sees. It is blank after a screen of a client with white label. */
export const useProductName = (): string => useProduct()?.productName ?? nameOfPage()?.content ?? '';

/** Shows the screen within as the product that its client sees, in the colors of its brand. */
export function ProductProvider({ product: known, children }: { product?: Product | undefined; children: ReactNode }) {
  const [ofDomain] = useState(productOfDomain);
  const product = known ?? ofDomain;
  const shades = product?.shades.join(' ');
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const names = SHADES.map((shade) => `--chakra-colors-brand-${shade}`);
    if (shades) shades.split(' ').forEach((color, index) => style.setProperty(names[index]!, color));
    return () => names.forEach((name) => style.removeProperty(name));
  }, [shades]);
  const ownName = product?.brand ? '' : product?.productName;
  useLayoutEffect(() => {
    // For the screens that follow. With white label the page has no name, also after a sign-in that all clients share.
    if (ownName !== undefined) nameOfPage()?.setAttribute('content', ownName);
  }, [ownName]);
  return <ProductContext value={product}>{children}</ProductContext>;
}

/** The logo of the product: with white label, the brand's, or none. */
export function ProductLogo({ size }: { size: number }) {
  const brand = useProduct()?.brand;
  if (!brand) return <OwnLogo size={size} />;
  if (brand.logoImageUrl === null) return null;
  return (
    <img
      src={brand.logoImageUrl}
      alt=""
      style={{ height: size, maxWidth: size * 4, objectFit: 'contain', flexShrink: 0 }}
    />
  );
}

/** A drop below a line. */
function OwnLogo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flexShrink: 0 }}>
      <rect width="32" height="32" rx="8" fill="#146c74" />
      <path d="M6.5 8h19" stroke="#77bfc3" strokeWidth="2.8" strokeLinecap="round" />
      <path d="M16 11.4c3.2 3.7 5.7 6.6 5.7 9.8a5.7 5.7 0 0 1-11.4 0c0-3.2 2.5-6.1 5.7-9.8Z" fill="#fff" />
    </svg>
  );
}
