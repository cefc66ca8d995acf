/** The marked rows of a grid, while its library tells of marks only in a later turn. */
import { expect, test } from 'vitest';
import type { GridApi, IRowNode } from 'ag-grid-community';
import { Marks } from '../../src-renderer/ui/grid/selection.ts';

interface Row {
  readonly id: string;
}

/** As much of the grid's library as marks need: rows with a mark each. */
function createRows(count: number) {
  const marked = new Set<number>();
  const rows = Array.from({ length: count }, (_, i): Row => ({ id: String(i) }));
  const nodes = rows.map((data, rowIndex) => ({
    data,
    rowIndex,
    isSelected: () => marked.has(rowIndex),
    setSelected: (isIn: boolean, isAlone: boolean) => {
      if (isAlone) marked.clear();
      if (isIn) marked.add(rowIndex);
    },
  }));
  const api = {
    getSelectedNodes: () => nodes.filter(({ rowIndex }) => marked.has(rowIndex)),
    getDisplayedRowAtIndex: (position: number) => nodes[position],
    getRowNode: (id: string) => nodes[Number(id)],
    deselectAll: () => void marked.clear(),
    setNodesSelected: ({ nodes: added }: { nodes: readonly IRowNode<Row>[] }) => {
      for (const { rowIndex } of added) if (rowIndex !== null) marked.add(rowIndex);
    },
    getFocusedCell: () => null,
    isDestroyed: () => false,
  };
  return { api: api as unknown as GridApi<Row>, rows, marked };
}

function open() {
  const { api, rows, marked } = createRows(10);
  const marks = new Marks<Row>({
    api,
    columnas: [],
    idOf: ({ id }) => id,
    silently: (work) => void work(),
    handlers: {},
  });
  /** The same rows come again, as after a change elsewhere on the screen. */
  const comeAgain = async (): Promise<void> => {
    marks.rowsArrived(0, rows);
    await Promise.resolve();
  };
  return { marks, comeAgain, marked: () => [...marked].toSorted((a, b) => a - b) };
}

test('rows that come again leave several marks alone, though the library has not told of them yet', async () => {
  const { marks, comeAgain, marked } = open();
  marks.mark(2);
  marks.choose('2');
  marks.extend(3, 2);
  await comeAgain();
  marks.extend(4, 3);
  await comeAgain();
  expect(marked()).toEqual([2, 3, 4]);
});

test('with no row marked the first one is that where the keyboard was: it may be chosen by its box', () => {
  const { marks, marked } = open();
  marks.extend(5, 4);
  marks.extend(6, 5);
  expect(marked()).toEqual([4, 5, 6]);
});

test('rows that come again leave the next marked row alone, though the screen still has the one before', async () => {
  const { marks, comeAgain, marked } = open();
  marks.choose('2');
  marks.mark(3);
  await comeAgain();
  expect(marked()).toEqual([3]);
});

test('several marks stay while the screen chooses one of them or none, and go when it chooses another', () => {
  const { marks, marked } = open();
  marks.mark(2);
  marks.extend(4, 3);
  marks.choose(undefined);
  marks.choose('3');
  expect(marked()).toEqual([2, 3, 4]);
  marks.choose('7');
  expect(marked()).toEqual([7]);
});

test('going on from several marks begins at the new row', () => {
  const { marks, marked } = open();
  marks.mark(2);
  marks.extend(4, 3);
  marks.mark(6);
  marks.extend(7, 6);
  expect(marked()).toEqual([6, 7]);
  expect(marks.releaseSeveral()).toBe(true);
  expect(marked()).toEqual([]);
});

test('a row that was chosen before it came is marked when it comes', async () => {
  const { marks, comeAgain, marked } = open();
  marks.mark(1);
  marks.choose('99');
  expect(marked()).toEqual([]);
  marks.choose('5');
  await comeAgain();
  expect(marked()).toEqual([5]);
});
