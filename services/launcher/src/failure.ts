/** An expected error. Programs print its message without a stack trace and exit with `exitCode`. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}
