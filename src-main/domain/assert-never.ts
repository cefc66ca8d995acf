/** Ends a `switch` over a union, so that a new member does not compile until every `switch` handles it. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
