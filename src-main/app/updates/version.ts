/** A version of a release: three numbers; on a channel before the stable one, also the channel's name and a fourth number. */
export interface Version {
  readonly numbers: readonly [number, number, number];
  /** `beta` of `1.2.0-beta.3`. */
  readonly channel: string | undefined;
  readonly beta: number;
}

const FORM = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:-([a-z][a-z0-9]{0,15})\.(0|[1-9]\d{0,5}))?$/;

/** Undefined for a text that is not a version: nothing is guessed. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch, channel, beta] = FORM.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [Number(major), Number(minor), Number(patch)], channel, beta: Number(beta ?? 0) };
}

/** Negative when `a` came before `b`. Versions of channels come before the stable one with the same numbers, ordered by channel name. */
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
