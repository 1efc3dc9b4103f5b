import { DOC_EXPLORER_PLUGIN } from '@graphiql/plugin-doc-explorer';
import { GraphiQL } from 'graphiql';
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { createRoot } from 'react-dom/client';
import { toExamples } from './examples';
import document from './examples.graphql?raw';
import { fetcher } from './fetcher';
import './playground.css';
import { WrapLines } from './wrap-lines';

const examples = toExamples(document);
const isFirstVisit = sessionStorage.getItem('graphiql:tabState') === null;
const isWide = matchMedia('(min-width: 800px)').matches;

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
