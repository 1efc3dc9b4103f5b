import { useMonaco } from '@graphiql/react';
import { useEffect } from 'react';

/** Enables word wrap in every editor, because the columns are narrow. */
export function WrapLines(): null {
  const monaco = useMonaco((state) => state.monaco);
  useEffect(() => {
    monaco?.editor.getEditors().forEach((editor) => editor.updateOptions({ wordWrap: 'on' }));
    const listener = monaco?.editor.onDidCreateEditor((editor) => editor.updateOptions({ wordWrap: 'on' }));
    return () => listener?.dispose();
  }, [monaco]);
  return null;
}
