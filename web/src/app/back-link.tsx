import { Box } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { LinkButton } from '../ui/button/link-button';

/** The way back to another screen, above the tabs. On phones it shows only its icon. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <LinkButton
      to={to}
      variant="ghost"
      colorPalette="gray"
      size="sm"
      height={{ base: '11', lg: '8' }}
      paddingX={{ base: '3', lg: '2.5' }}
      marginInline={{ base: '-3', lg: '0' }}
      justifyContent="start"
      color="fg.muted"
    >
      <ArrowLeft aria-hidden="true" />
      <Box as="span" srOnly={{ base: true, sm: false }}>
        {label}
      </Box>
    </LinkButton>
  );
}
