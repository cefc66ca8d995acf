/** A value that is made once, when it is first asked for. A failure is not kept: the next call tries again. */
export interface Once<T> {
  (): Promise<T>;
  /** The value, also while it is being made; undefined when nobody asked yet. */
  started(): Promise<T> | undefined;
}

export function createOnce<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | undefined;
  const get = (): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return Object.assign(get, { started: () => made });
}
