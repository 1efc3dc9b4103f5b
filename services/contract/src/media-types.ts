/** Image types that are served inline. SVG is excluded because it may contain scripts. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
/** Video types that are served inline. */
export const VIDEO_TYPES: readonly string[] = ['video/mp4', 'video/webm', 'video/quicktime', 'video/ogg'];
