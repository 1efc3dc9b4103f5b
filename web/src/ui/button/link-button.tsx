import { Button, type ButtonProps } from '@chakra-ui/react';
import { Link } from 'react-router';

/** A router link styled as a button. */
export function LinkButton({ to, children, ...style }: ButtonProps & { to: string }) {
  return (
    <Button asChild {...style}>
      <Link to={to}>{children}</Link>
    </Button>
  );
}
