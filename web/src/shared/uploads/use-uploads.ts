import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { errorMessageOf } from '../api-error';
import { toasts } from '../../messages/toasts';
import { useUnsavedChanges } from '../../ui/form/unsaved-changes';
import { showToast, type ToastMessage } from '../../ui/feedback/toaster';
import { validateUpload, type UploadRules } from './upload-rules';

/** An upload in progress. */
export interface RunningUpload {
  id: number;
  name: string;
  /** `waiting` for earlier uploads, `sending`, or `publishing` while the server checks and publishes the file. */
  phase: 'waiting' | 'sending' | 'publishing';
  /** The uploaded share of the file, from 0 to 1. */
  progress: number;
  cancel: () => void;
}

/** A file that was not uploaded. */
export interface FailedUpload {
  id: number;
  name: string;
  reason: string;
  dismiss: () => void;
}

interface UploadsOptions extends UploadRules {
  clientId?: string;
  /** Called when a file has been published. */
  onPublished: (objectPath: string, file: File) => void;
}

/** Uploads files one after the other, reports progress and keeps the failed files until they are dismissed. */
export function useUploads({ clientId, onPublished, ...rules }: UploadsOptions) {
  const apollo = useApolloClient();
  const [uploads, setUploads] = useState<RunningUpload[]>([]);
  const [failures, setFailures] = useState<FailedUpload[]>([]);
  const queue = useRef(Promise.resolve());
  const count = useRef(0);
  useUnsavedChanges({ isUnsaved: uploads.length > 0, kind: 'upload', staysOnPage: true });

  const start = (file: File) => {
    const id = (count.current += 1);
    const dismiss = () => setFailures((all) => all.filter((failure) => failure.id !== id));
    const fail = (message: ToastMessage) => {
      setFailures((all) => [...all, { id, name: file.name, reason: message.description ?? message.title, dismiss }]);
      showToast(message);
    };
    setFailures((all) => all.filter(({ name }) => name !== file.name));
    const invalid = validateUpload(file, rules);
    if (invalid) return fail(invalid);
    const { signal, abort } = cancellation();
    const change = (patch: Partial<RunningUpload>) =>
      setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...patch } : upload)));
    const remove = () => setUploads((all) => all.filter((upload) => upload.id !== id));
    const cancel = () => {
      abort();
      remove();
    };
    const run = async () => {
      if (signal.aborted) return;
      change({ phase: 'sending' });
      const onShare = (share: number) => change({ progress: share, phase: share === 1 ? 'publishing' : 'sending' });
      let failureOf = (error: unknown) => toasts.fileUploadFailed(errorMessageOf(error));
      try {
        // Loaded with the first upload, because a dashboard keeps uploads that most visits do not start.
        const upload = await import('./upload-file');
        failureOf = upload.failureOf;
        onPublished(await upload.uploadFile(apollo, { file, clientId, onProgress: onShare, signal }), file);
      } catch (error) {
        if (!signal.aborted) fail(failureOf(error));
      }
      remove();
    };
    setUploads((all) => [...all, { id, name: file.name, phase: 'waiting', progress: 0, cancel }]);
    queue.current = queue.current.then(run);
  };
  return { uploads, failures, start, clearFailures: () => setFailures([]) };
}

function cancellation() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
