/** An image or video of the landing page: the form value that holds its URL, and its label. */
export interface MediaSlot {
  name: 'logoImageUrl' | 'backgroundImageUrl' | 'formImageUrl' | 'formVideoUrl';
  kind: 'image' | 'video';
  label: string;
}
