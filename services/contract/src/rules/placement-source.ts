/** The characters of codes: no two look alike in print. */
export const PLACEMENT_CODE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
export const PLACEMENT_CODE_LENGTH = 8;

const PREFIX = 'qr-';

/** Returns the traffic source of visitors who scanned the code of a placement. */
export const placementSource = (code: string): string => `${PREFIX}${code}`;

/** Returns the code in a traffic source, or null if it is not the source of a placement. */
export const placementCodeOf = (source: string | null): string | null =>
  source?.startsWith(PREFIX) && isPlacementCode(source.slice(PREFIX.length)) ? source.slice(PREFIX.length) : null;

/** Whether a text has the form of a code. */
export const isPlacementCode = (text: string): boolean =>
  text.length === PLACEMENT_CODE_LENGTH &&
  [...text].every((character) => PLACEMENT_CODE_CHARACTERS.includes(character));
