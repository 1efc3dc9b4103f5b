import { useLocation, useSearchParams } from 'react-router';

/**
 * The tab that is shown in the open dialog. It is kept in the address (`&panel=…`), so that a link opens it and a reload
 * keeps it. Another tab adds no history entry, so Back closes the dialog.
 *
 * @param panels the names of the tabs. The first one is shown by default and left out of the address.
 */
export function useDialogPanel(panels: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: object | null };
  const [first] = panels;
  return {
    panel: panels.find((name) => name === params.get('panel')) ?? first!,
    show: (panel: string) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (panel === first) next.delete('panel');
          else next.set('panel', panel);
          return next;
        },
        { preventScrollReset: true, replace: true, state },
      ),
  };
}
