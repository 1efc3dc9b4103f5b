/** A question's id: its lowercase label without anything but letters and digits. */
export function fieldId(label: string): string {
  return label.toLowerCase().replace(/[^a-z0-9]/g, '');
}
