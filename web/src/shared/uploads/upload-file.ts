import type { ApolloClient } from '@apollo/client';
import { CreateUploadDocument, SetObjectPathDocument } from '../graphql/generated';
import { putFile } from './put-file';

interface UploadOptions {
  file: File;
  /** Whose file it becomes; a campaign's picture or video without it. */
  clientId?: string | undefined;
  onShare: (share: number) => void;
  signal: AbortSignal;
}

/** The file has arrived, but the server did not take it up. */
export class NotRecorded extends Error {}

/** Asks for an address, puts the file there, has it checked and published; answers its path. */
export async function uploadFile(
  apollo: ApolloClient,
  { file, clientId, onShare, signal }: UploadOptions,
): Promise<string> {
  const { data: ticket } = await apollo.mutate({
    mutation: CreateUploadDocument,
    variables: { clientId: clientId ?? null, sendsHeaders: true },
    context: { fetchOptions: { signal } },
    // Nothing on the screen has changed yet.
    refetchQueries: [],
  });
  const { uploadURL, headers } = ticket!.createUpload;
  signal.throwIfAborted();
  await putFile({ url: uploadURL, headers, file, onShare, signal });
  // Cancelled at the last moment, before the screen knew that all was sent.
  signal.throwIfAborted();
  const input = {
    objectURL: uploadURL,
    fileName: file.name,
    fileSize: file.size,
    mimeType: file.type || null,
    clientId: clientId ?? null,
  };
  try {
    const { data: placed } = await apollo.mutate({
      mutation: SetObjectPathDocument,
      variables: { input },
      ...(clientId ? {} : { refetchQueries: [] }),
    });
    return placed!.setObjectPath.objectPath;
  } catch (cause) {
    throw new NotRecorded('The file arrived and was not taken up', { cause });
  }
}
