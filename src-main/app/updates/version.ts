/** A version as releases have it: three numbers, and for the channels before the stable one its name and a fourth. */
export interface Version {
  readonly numbers: readonly [number, number, number];
  /** `beta` of `1.2.0-beta.3`. */
  readonly channel: string | undefined;
  readonly beta: number;
}

const FORM = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:-([a-z][a-z0-9]{0,15})\.(0|[1-9]\d{0,5}))?$/;

/** Undefined for what is none: nothing is guessed of a version. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, channel, beta] = FORM.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [Number(major), Number(minor), Number(patch)], channel, beta: Number(beta ?? 0) };
}

/** Negative when `a` came before `b`. Channels of one version are told apart by their names, and all come before it. */
export function compareVersions(a: Version, b: Version): number {
  for (const place of [0, 1, 2] as const) {
    const difference = a.numbers[place] - b.numbers[place];
    if (difference !== 0) return difference;
  }
  if (a.channel === undefined || b.channel === undefined)
    return Number(a.channel === undefined) - Number(b.channel === undefined);
  if (a.channel !== b.channel) return a.channel < b.channel ? -1 : 1;
  return a.beta - b.beta;
}
