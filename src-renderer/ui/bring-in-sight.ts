/** An attachment: what appears below the visible part of its panel is scrolled into sight. */
export function bringInSight(node: HTMLElement): void {
  node.scrollIntoView({ block: 'nearest' });
}
