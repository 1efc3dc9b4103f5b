import { useMonaco } from '@graphiql/react';
import { useEffect } from 'react';

/** Lets every editor break long lines: its column is narrow, and on a phone so is the screen. */
export function WrapLines(): null {
  const monaco = useMonaco((state) => state.monaco);
  useEffect(() => {
    monaco?.editor.getEditors().forEach((editor) => editor.updateOptions({ wordWrap: 'on' }));
    const listener = monaco?.editor.onDidCreateEditor((editor) => editor.updateOptions({ wordWrap: 'on' }));
    return () => listener?.dispose();
  }, [monaco]);
  return null;
}
