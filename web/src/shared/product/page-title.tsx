import { useEffect } from 'react';
import { useProduct, useProductName } from './product';

/** Sets the window title to the screen's title and the product's name, and the window's icon to the product's. */
export function PageTitle({ title }: { title: string }) {
  const name = useProductName();
  const brand = useProduct()?.brand;
  const icon = brand ? (brand.faviconImageUrl ?? brand.logoImageUrl ?? 'data:,') : '/favicon.svg';
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (link) link.href = icon;
  }, [icon]);
  useEffect(() => {
    // The title of the loaded page, which stands behind the screen's and is shown while a screen loads.
    const initial = document.querySelector('head > title:last-of-type');
    if (initial) initial.textContent = name;
  }, [name]);
  return <title>{name && name !== title ? `${title} · ${name}` : title}</title>;
}
