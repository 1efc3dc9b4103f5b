import { useProductName } from './use-product-name';

/** Names the window after the screen. */
export function ScreenTitle({ title }: { title: string }) {
  const name = useProductName();
  return <title>{`${title} · ${name}`}</title>;
}
