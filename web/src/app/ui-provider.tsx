import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { themeSystem } from '../ui/theme/theme';
import { ToastAreaLoader } from '../ui/feedback/toast-area-loader';

/** Creates the styles of components, with the page's nonce, without which the content security policy blocks them. */
const styleCache = createCache({
  key: 'css',
  nonce: document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce,
});

/** Provides the theme and the toast area. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={styleCache}>
      <ChakraProvider value={themeSystem}>
        {children}
        <ToastAreaLoader />
      </ChakraProvider>
    </CacheProvider>
  );
}
