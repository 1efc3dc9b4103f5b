import { Drawer } from '@chakra-ui/react';
import { DialogForm, type DialogFormProps } from './dialog-form';
import { DrawerShell, type DrawerWidth } from './drawer-shell';
import { useDiscardQuestion } from './use-discard-question';

interface FormDrawerProps extends DialogFormProps {
  width: DrawerWidth;
  /** Whether closing would lose input. The drawer then asks for confirmation. */
  isUnsaved: boolean;
  onClose: () => void;
}

/** A long form in a drawer, or in a sheet on phones, which asks before it discards input. Mount it to open it. */
export function FormDrawer({ width, isUnsaved, onClose, ...form }: FormDrawerProps) {
  const [question, leave] = useDiscardQuestion({ isUnsaved });
  const cancel = () => leave(onClose);
  return (
    <DrawerShell width={width} onClose={cancel}>
      <DialogForm parts={Drawer} onCancel={cancel} {...form} />
      {question}
    </DrawerShell>
  );
}
