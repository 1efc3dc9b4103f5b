/** The characters of codes: no two look alike in print. */
export const PLACEMENT_CODE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
export const PLACEMENT_CODE_LENGTH = 8;

const SOURCE = new RegExp(`^qr-([${PLACEMENT_CODE_CHARACTERS}]{${PLACEMENT_CODE_LENGTH}})$`);

/** Returns the traffic source of visitors who scanned the code of a placement. */
export const placementSource = (code: string): string => `qr-${code}`;

/** Returns the code in a traffic source, or null if it is not the source of a placement. */
export const placementCodeOf = (source: string | null): string | null => SOURCE.exec(source ?? '')?.[1] ?? null;
