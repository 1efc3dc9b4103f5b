import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { QR_CODE_SIZE } from '@dripline/contract/limits';
import { type placementMessages, placementToasts } from '../../../messages/campaigns/placements';
import { toasts } from '../../../messages/toasts';
import { errorMessageOf } from '../../../shared/api-error';
import { downloadBase64File } from '../../../shared/download-file';
import { PlacementPrintSheetDocument, PlacementQrCodeDocument } from '../../../shared/graphql/generated';
import { showToast } from '../../../ui/feedback/toaster';

/** A file with the code of a placement: an image, or a print sheet. */
export type PlacementFile = keyof typeof placementMessages.files;

/** How the code looks in a file. */
export interface CodeStyle {
  color: string;
  logo: boolean;
}

/** Returns a function that downloads a file with the code of a placement, and the ID of the placement meanwhile. */
export function usePlacementDownload(style: CodeStyle) {
  const apollo = useApolloClient();
  const [busyId, setBusyId] = useState<string>();
  const load = async (id: string, file: PlacementFile) => {
    if (file === 'png' || file === 'svg') {
      const variables = { id, format: file, size: QR_CODE_SIZE.default, ...style };
      const { data } = await apollo.query({ query: PlacementQrCodeDocument, variables, fetchPolicy: 'no-cache' });
      return data!.placement.qrCode;
    }
    const variables = { id, layout: file, ...style };
    const { data } = await apollo.query({ query: PlacementPrintSheetDocument, variables, fetchPolicy: 'no-cache' });
    return data!.placement.printSheet;
  };
  const download = async (id: string, file: PlacementFile) => {
    setBusyId(id);
    try {
      downloadBase64File(await load(id, file));
      showToast(toasts.qrCodeDownloaded);
    } catch (error) {
      showToast(placementToasts.downloadFailed(errorMessageOf(error)));
    } finally {
      setBusyId(undefined);
    }
  };
  return { download, busyId };
}
