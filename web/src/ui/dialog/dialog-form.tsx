import { Button, type Dialog, type Drawer } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { BusyButton } from '../button/busy-button';

/** What a form in a dialog or a drawer shows. */
export interface DialogFormProps {
  title: string;
  description?: string;
  submitLabel: string;
  busy: boolean;
  /** Whether the form can be submitted at all. Defaults to true. */
  canSubmit?: boolean;
  /** Another action, before the buttons. */
  otherAction?: ReactNode;
  onSubmit: () => void;
  children: ReactNode;
}

interface Props extends DialogFormProps {
  parts: typeof Dialog | typeof Drawer;
  onCancel: () => void;
}

/** The form within a dialog or a drawer, whose fields scroll between its title and its buttons. */
export function DialogForm({
  parts,
  title,
  description,
  submitLabel,
  busy,
  canSubmit = true,
  otherAction,
  onSubmit,
  onCancel,
  children,
}: Props) {
  const { Header, Title, Description, Body, Footer } = parts;
  return (
    <form
      noValidate
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Header flexDirection="column" alignItems="start" gap="1">
        <Title>{title}</Title>
        {description && (
          <Description color="fg.muted" overflowWrap="anywhere" lineClamp="2" dir="auto">
            {description}
          </Description>
        )}
      </Header>
      <Body>{children}</Body>
      <Footer borderTopWidth="1px">
        {otherAction}
        <Button variant="outline" colorPalette="gray" onClick={onCancel}>
          Cancel
        </Button>
        <BusyButton type="submit" loading={busy} loadingText={submitLabel} disabled={!canSubmit}>
          {submitLabel}
        </BusyButton>
      </Footer>
    </form>
  );
}
