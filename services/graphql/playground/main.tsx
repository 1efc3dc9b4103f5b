import { DOC_EXPLORER_PLUGIN } from '@graphiql/plugin-doc-explorer';
import { useMonaco } from '@graphiql/react';
import { GraphiQL } from 'graphiql';
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { toExamples } from './examples';
import document from './examples.graphql?raw';
import { fetcher } from './fetcher';
import './playground.css';

const examples = toExamples(document);
const isFirstVisit = sessionStorage.getItem('graphiql:tabState') === null;
const isWide = matchMedia('(min-width: 800px)').matches;

/** Enables word wrap in every editor, because the columns are narrow. */
function WrapLines(): null {
  const monaco = useMonaco((state) => state.monaco);
  useEffect(() => {
    monaco?.editor.getEditors().forEach((editor) => editor.updateOptions({ wordWrap: 'on' }));
    const listener = monaco?.editor.onDidCreateEditor((editor) => editor.updateOptions({ wordWrap: 'on' }));
    return () => listener?.dispose();
  }, [monaco]);
  return null;
}

createRoot(window.document.getElementById('root')!).render(
  <GraphiQL
    fetcher={fetcher}
    defaultTabs={examples}
    // GraphiQL sets the variables of every default tab except the one it opens.
    initialVariables={isFirstVisit ? examples[0]?.variables : undefined}
    defaultEditorToolsVisibility="variables"
    // Everything entered, including passwords, is discarded when the browser tab is closed.
    storage={sessionStorage}
    visiblePlugin={isWide ? DOC_EXPLORER_PLUGIN : undefined}
    schemaDescription
  >
    <WrapLines />
  </GraphiQL>,
);
