/** One of the page's pictures or videos: where its address is kept, and what it is called. */
export interface MediaSlot {
  name: 'logoImageUrl' | 'backgroundImageUrl' | 'formImageUrl' | 'formVideoUrl';
  kind: 'image' | 'video';
  label: string;
}
