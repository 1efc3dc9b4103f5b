import { Download } from 'lucide-react';
import { useState } from 'react';
import { BusyButton } from '../ui/button/busy-button';
import { showToast, type ToastMessage } from '../ui/feedback/toaster';
import { errorMessageOf } from './api-error';
import { downloadTextFile } from './download-file';

interface CsvFile {
  fileName: string;
  /** Loads the part after a cursor, or the first part. */
  loadPart: (after: string | null) => Promise<{ csv: string; nextCursor?: string | null }>;
  /** The toast of a download that failed for a reason. */
  notDownloaded: (reason: string | undefined) => ToastMessage;
}

/** Returns a function that downloads a CSV file, whose parts load one after the other, and whether they are loading. */
export function useCsvDownload({ fileName, loadPart, notDownloaded }: CsvFile) {
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      let content = '';
      let after: string | null = null;
      do {
        const part = await loadPart(after);
        content += part.csv;
        after = part.nextCursor ?? null;
      } while (after !== null);
      downloadTextFile({ fileName, mimeType: 'text/csv', content });
    } catch (failure) {
      showToast(notDownloaded(errorMessageOf(failure)));
    }
    setLoading(false);
  };
  return { download, isLoading };
}

/** A button that downloads a CSV file. */
export function CsvDownload({ label, ...file }: CsvFile & { label: string }) {
  const { download, isLoading } = useCsvDownload(file);
  return (
    <BusyButton
      size="sm"
      variant="outline"
      colorPalette="gray"
      loading={isLoading}
      loadingText={label}
      onClick={() => void download()}
    >
      <Download aria-hidden="true" /> {label}
    </BusyButton>
  );
}
