const idOf = (element: Element | null, name: string): string => CSS.escape(element?.getAttribute(name) ?? '');

/**
 * The position of an open popover's cell. The grid may draw the cell as a new element, so it is found by row and column each time; while it is not drawn, its
 * last position counts. Create this while the component is being created.
 */
export class CellPlace {
  readonly #grid: Element | null;
  readonly #cell: string;
  #last: DOMRect;
  /** Distance of the popover from each edge of the window: it stays within the grid, except at the top, where it may cover the header. */
  margins = $state.raw({ top: 0, left: 0, right: 0, bottom: 0 });

  constructor(from: Element) {
    const [row, column] = [from.closest('[row-id]'), from.closest('[col-id]')];
    this.#grid = from.closest('.grilla-datos');
    this.#cell = `[row-id="${idOf(row, 'row-id')}"] [col-id="${idOf(column, 'col-id')}"]`;
    this.#last = from.getBoundingClientRect();
    this.#measure();
    // When the grid changes size, scrolls so that the cell stays visible.
    $effect(() => {
      const grid = this.#grid;
      if (grid === null) return;
      const sized = new ResizeObserver(() => {
        grid.querySelector(this.#cell)?.scrollIntoView({ block: 'nearest' });
        this.#measure();
      });
      sized.observe(grid);
      return () => sized.disconnect();
    });
  }

  getBoundingClientRect(): DOMRect {
    this.#last = this.#grid?.querySelector(this.#cell)?.getBoundingClientRect() ?? this.#last;
    return this.#last;
  }

  #measure(): void {
    const { left = 0, right = innerWidth, bottom = innerHeight } = this.#grid?.getBoundingClientRect() ?? {};
    this.margins = { top: 8, left: left + 8, right: innerWidth - right + 8, bottom: innerHeight - bottom + 8 };
  }
}
