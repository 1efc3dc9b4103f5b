/** Pictures that browsers show and that are served in place; drawings (SVG) may hold scripts and are not. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
/** Films that are served in place. */
export const VIDEO_TYPES: readonly string[] = ['video/mp4', 'video/webm', 'video/quicktime', 'video/ogg'];
