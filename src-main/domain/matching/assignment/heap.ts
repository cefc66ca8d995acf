/** A heap that gives the nearest node first; of equals, the lower number, so that nothing depends on the order of arrival. */
export function createHeap() {
  const items: { distance: number; node: number }[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [items[a], items[b]];
    if (one === undefined || other === undefined) return false;
    return one.distance < other.distance || (one.distance === other.distance && one.node < other.node);
  };
  const swap = (a: number, b: number): void => {
    const [one, other] = [items[a], items[b]];
    if (one !== undefined && other !== undefined) [items[a], items[b]] = [other, one];
  };
  return {
    push(distance: number, node: number): void {
      let place = items.push({ distance, node }) - 1;
      while (place > 0) {
        const up = (place - 1) >>> 1;
        if (!isBefore(place, up)) return;
        swap(place, up);
        place = up;
      }
    },
    pop(): { readonly distance: number; readonly node: number } | undefined {
      const [first] = items;
      const last = items.pop();
      if (first === undefined || last === undefined || items.length === 0) return first;
      items[0] = last;
      for (let place = 0; ;) {
        const left = 2 * place + 1;
        const least = isBefore(left + 1, left) ? left + 1 : left;
        if (!isBefore(least, place)) return first;
        swap(least, place);
        place = least;
      }
    },
  };
}
