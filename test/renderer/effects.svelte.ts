/** Stands in for `Freshness`: screens read again when `rounds` changes. */
export class Rounds {
  rounds = $state(0);
}

/** Runs `create` as the creation of a screen; its effects run soon after. Returns what closes it. */
export const openScreen = (create: () => void): (() => void) => $effect.root(create);
