/** Returns the link of a dialog in a tab, or of a panel of the dialog. */
export const dialogLink = (tab: string, kind: string, id: string, panel = '') =>
  `?${withDialog(new URLSearchParams({ tab }), kind, id, panel).toString()}`;

/** Adds the open dialog to the parameters of another address of the same tab. */
export const keepDialog = (current: URLSearchParams, next: URLSearchParams): URLSearchParams =>
  withDialog(next, ...['dialog', 'id', 'panel'].map((name) => current.get(name) ?? ''));

/** Returns the parameters with another open dialog, or none. */
export function withDialog(params: URLSearchParams, ...dialog: (string | undefined)[]): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [index, name] of ['dialog', 'id', 'panel'].entries()) {
    next.delete(name);
    if (dialog[index]) next.set(name, dialog[index]);
  }
  return next;
}

/** Whether a change of the address of a tab keeps its open dialog. */
export const keepsDialog = ({ from, to }: { from: URLSearchParams; to: URLSearchParams }): boolean =>
  ['tab', 'dialog', 'id'].every((name) => from.get(name) === to.get(name));

/** Whether a change of the address stays on the tab. */
export const keepsTab = ({ from, to }: { from: URLSearchParams; to: URLSearchParams }): boolean =>
  from.get('tab') === to.get('tab');
