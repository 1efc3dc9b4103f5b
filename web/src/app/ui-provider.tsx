import '@fontsource-variable/inter/index.css';
import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { themeSystem } from '../ui/theme/theme';
import { ToastAreaLoader } from '../ui/feedback/toast-area-loader';

/** Provides the theme, the font and the toast area. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={themeSystem}>
      {children}
      <ToastAreaLoader />
    </ChakraProvider>
  );
}
