import * as z from 'zod/mini';

/** A text without surrounding spaces that must not be blank. */
export const requiredText = (missing: string, maxLength: number, tooLong: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(maxLength, tooLong));

/** A text that may be blank. */
export const optionalText = (maxLength: number, tooLong: string) => z.string().check(z.maxLength(maxLength, tooLong));

/** A whole number within a range. An empty field counts as below it. */
export const wholeNumber = (min: number, max: number, messages: { min: string; max: string }) =>
  z.custom<number>().check(({ value, issues }) => {
    const isAbove = value > max;
    if (isAbove || !Number.isInteger(value) || value < min)
      issues.push({ code: 'custom', input: value, message: isAbove ? messages.max : messages.min });
  });
