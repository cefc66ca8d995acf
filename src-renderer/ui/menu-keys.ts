import { isTextField } from './typing.ts';

const ITEMS = '.menu-item, input[type="checkbox"]';

const STEPS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowDown: (place, last) => Math.min(place + 1, last),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves the focus between the items of a menu that is a popover, as the menus of bits-ui do. Fields keep their own keys. */
export function moveInMenu(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = STEPS[event.key];
  if (step === undefined || isTextField(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEMS)];
  const item = items[step(items.indexOf(event.target as HTMLElement), items.length - 1)];
  if (item === undefined) return;
  event.preventDefault();
  item.focus();
}
