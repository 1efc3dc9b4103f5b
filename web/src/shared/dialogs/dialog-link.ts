/** Returns the link of a dialog in a tab. */
export const dialogLink = (tab: string, kind: string, id: string) =>
  `?${withDialog(new URLSearchParams({ tab }), kind, id).toString()}`;

/** Adds the open dialog to the parameters of another address of the same tab. */
export const keepDialog = (current: URLSearchParams, next: URLSearchParams): URLSearchParams =>
  withDialog(next, current.get('dialog') ?? '', current.get('id') ?? '');

/** Returns the parameters with another open dialog, or none. */
export function withDialog(params: URLSearchParams, kind?: string, id?: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('dialog');
  next.delete('id');
  if (kind) next.set('dialog', kind);
  if (id) next.set('id', id);
  return next;
}

/** Whether a change of the address of a tab keeps its open dialog. */
export const keepsDialog = ({ from, to }: { from: URLSearchParams; to: URLSearchParams }): boolean =>
  ['tab', 'dialog', 'id'].every((name) => from.get(name) === to.get(name));

/** Whether a change of the address stays on the tab. */
export const keepsTab = ({ from, to }: { from: URLSearchParams; to: URLSearchParams }): boolean =>
  from.get('tab') === to.get('tab');
