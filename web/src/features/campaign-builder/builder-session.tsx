import { createContext, useContext } from 'react';

/** What is under way in the builder beside the form's values. */
export type BuilderSession = ReturnType<typeof createBuilderSession>;

/** Creates the session of a builder. */
export function createBuilderSession() {
  let editor: (() => boolean) | null = null;
  const uploading = new Set<string>();
  return {
    /** Sets what takes the content of the open field editor into the form, and returns false if it is incomplete. */
    setEditor: (commit: (() => boolean) | null) => void (editor = commit),
    /** Takes the content of the open field editor. Returns false if it is incomplete, and its errors are shown. */
    commitEditor: () => editor?.() ?? true,
    setUploading: (names: readonly string[], isUploading: boolean) => {
      for (const name of names)
        if (isUploading) uploading.add(name);
        else uploading.delete(name);
    },
    /** Returns the media fields whose upload is not finished. */
    getUploading: () => [...uploading],
  };
}

const Session = createContext<BuilderSession>(createBuilderSession());

/** Provides the builder's session to its sections. */
export const BuilderSessionProvider = Session.Provider;

/** Returns the builder's session. */
export const useBuilderSession = () => useContext(Session);
