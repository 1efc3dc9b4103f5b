import { ChakraProvider } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { styleCache } from '../ui/theme/style-cache';
import { themeSystem } from '../ui/theme/theme';
import { ToastAreaLoader } from '../ui/feedback/toast-area-loader';

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
