/** An image or video: the form value that holds its URL, blank without one, and its label. */
export interface MediaSlot {
  name: string;
  kind: 'image' | 'video';
  label: string;
}
