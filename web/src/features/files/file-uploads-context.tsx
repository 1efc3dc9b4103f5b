import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { createContext, type ReactNode, useContext } from 'react';
import { showToast } from '../../ui/feedback/toaster';
import { useUploads } from '../../shared/uploads/use-uploads';
import { toasts } from '../../messages/toasts';

type Uploads = Pick<ReturnType<typeof useUploads>, 'uploads' | 'failures' | 'start'>;

const UploadsContext = createContext<Uploads>({ uploads: [], failures: [], start: () => undefined });

/** Keeps a client's uploads running while other tabs are open. */
export function FileUploadsProvider({ clientId, children }: { clientId: string; children: ReactNode }) {
  const { uploads, failures, start } = useUploads({
    clientId,
    maxBytes: MAX_UPLOAD_BYTES,
    onPublished: () => showToast(toasts.fileUploaded),
  });
  return <UploadsContext value={{ uploads, failures, start }}>{children}</UploadsContext>;
}

/** Returns the uploads of the current dashboard. */
export const useFileUploads = () => useContext(UploadsContext);
