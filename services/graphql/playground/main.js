/* global playground, monaco, YogaGraphiQL */
// The build defines `playground`. GraphiQL's script follows this one and reads these settings.
self.MonacoEnvironment = {
  globalAPI: true,
  getWorkerUrl: (_module, label) => playground.workers[label],
};

addEventListener('DOMContentLoaded', () => {
  // The columns are narrow.
  monaco.editor.onDidCreateEditor((editor) => editor.updateOptions({ wordWrap: 'on' }));

  const isFirstVisit = sessionStorage.getItem('graphiql:tabState') === null;
  const isWide = matchMedia('(min-width: 800px)').matches;
  if (isFirstVisit && isWide) sessionStorage.setItem('graphiql:visiblePlugin', 'Documentation Explorer');

  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
    // The endpoint of the rest is this page's path. An `endpoint` here would also be that of subscriptions.
    subscriptionsEndpoint: new URL('/graphql/stream', location.href).toString(),
    // By default, subscriptions are sent with GET.
    method: 'POST',
    defaultTabs: playground.examples,
    // GraphiQL sets the variables of every default tab except the one it opens.
    variables: isFirstVisit ? playground.examples[0].variables : undefined,
    defaultEditorToolsVisibility: 'variables',
    // Everything entered, including passwords, is discarded when the browser tab is closed.
    storage: sessionStorage,
    // Without the query builder, which scrolls its labels out of sight.
    plugins: [],
    // By default, the editor's content becomes part of the page's URL.
    onEditQuery: () => {},
  });
});
