import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { notices } from '../../messages/toasts';
import { notify, type Notice } from '../../ui/feedback/toaster';
import { NotRecorded, uploadFile } from './upload-file';
import { uploadProblem, type UploadRules } from './upload-rules';

/** A file on its way. */
export interface RunningUpload {
  id: number;
  name: string;
  /** `waiting` for those before it, `sending`, or `placing`: all is sent and being checked. */
  phase: 'waiting' | 'sending' | 'placing';
  /** How much has gone, from 0 to 1. */
  share: number;
  cancel: () => void;
}

interface Options extends UploadRules {
  clientId?: string;
  onPlaced: (objectPath: string, file: File) => void;
}

/** Uploads one file after the other, says how each went, and why the last one was refused. */
export function useUploads({ clientId, onPlaced, ...rules }: Options) {
  const apollo = useApolloClient();
  const [uploads, setUploads] = useState<RunningUpload[]>([]);
  const [problem, setProblem] = useState<string>();
  const queue = useRef(Promise.resolve());
  const count = useRef(0);
  useLeaveGuard(uploads.length > 0);

  const tell = (notice: Notice) => {
    setProblem(notice.description);
    notify(notice);
  };
  const start = (file: File) => {
    const refusal = uploadProblem(file, rules);
    if (refusal) return tell(refusal);
    setProblem(undefined);
    const { signal, ...stop } = cancellation();
    const id = (count.current += 1);
    const change = (to: Partial<RunningUpload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)));
    const end = () => setUploads((all) => all.filter((one) => one.id !== id));
    const cancel = () => {
      stop.abort();
      end();
    };
    const run = async () => {
      if (signal.aborted) return;
      change({ phase: 'sending' });
      const onShare = (share: number) => change({ share, phase: share === 1 ? 'placing' : 'sending' });
      try {
        onPlaced(await uploadFile(apollo, { file, clientId, onShare, signal }), file);
      } catch (error) {
        if (!signal.aborted) tell(error instanceof NotRecorded ? notices.fileNotRecorded : notices.fileUploadFailed);
      }
      end();
    };
    setUploads((all) => [...all, { id, name: file.name, phase: 'waiting', share: 0, cancel }]);
    queue.current = queue.current.then(run);
  };
  return { uploads, problem, start, forget: () => setProblem(undefined) };
}

function cancellation() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Asks before the window closes on an upload. */
function useLeaveGuard(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
}
