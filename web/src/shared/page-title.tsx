import { useProductName } from './use-product-name';

/** Sets the window title to the screen's title and the product's name. */
export function PageTitle({ title }: { title: string }) {
  const name = useProductName();
  return <title>{`${title} · ${name}`}</title>;
}
