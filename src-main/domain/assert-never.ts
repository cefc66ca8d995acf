/** Ends a `switch` over a union: a new member fails to compile wherever it must be decided about. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
