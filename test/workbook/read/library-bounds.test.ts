import { readdir, readFile } from 'node:fs/promises';
import { type BookType, utils, write, CFB } from '@e965/xlsx';
import { describe, expect } from 'vitest';
import { createXlsbBound } from '#workbook/read/library-bounds.ts';
import { DEFAULT_LIMITS } from '#workbook/read/file-problem.ts';
import { test } from './reading.ts';

/** A record of BIFF8 ([MS-XLS] 2.3): its type, its length, its bytes. */
function record(type: number, data: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

const repeated = (piece: Buffer, times: number): Buffer => Buffer.concat(Array.from({ length: times }, () => piece));
const [BOF, EOF, BOUNDSHEET, MERGED_CELLS, MULBLANK, NUMBER, SST, CONTINUE] = [
  0x809, 0x0a, 0x85, 0xe5, 0xbe, 0x203, 0xfc, 0x3c,
];

/** At least `count` merged areas, 1,026 to a record, the most that a record holds. */
function merges(count: number): Buffer {
  const each = 1026;
  const data = Buffer.alloc(2 + each * 8);
  data.writeUInt16LE(each, 0);
  return repeated(record(MERGED_CELLS, data), Math.ceil(count / each));
}
/** `rows` rows of 256 blank formatted cells. */
const blanks = (rows: number): Buffer => repeated(record(MULBLANK, Buffer.alloc(6 + 256 * 2)), rows);
const numbers = (count: number): Buffer => repeated(record(NUMBER, Buffer.alloc(14)), count);
/** `count` records of an unknown type. */
const unknown = (count: number): Buffer => repeated(record(0x1234), count);
/** `bytes` bytes of shared texts. */
const sharedTexts = (bytes: number): Buffer =>
  Buffer.concat([
    record(SST, Buffer.alloc(8)),
    repeated(record(CONTINUE, Buffer.alloc(8224)), Math.ceil(bytes / 8224)),
  ]);

/** A workbook of one sheet with the records `sheet`; `globals` come before any sheet. */
function xlsOf(sheet: Buffer, globals: Buffer = Buffer.alloc(0)): Buffer {
  const bof = (kind: number): Buffer =>
    record(BOF, Buffer.from(Uint16Array.of(0x600, kind, 0x0dbb, 0x07cc, 0, 0, 0, 0).buffer));
  const name = Buffer.from('Hoja1');
  const bound = Buffer.alloc(8 + name.length);
  bound.writeUInt8(name.length, 6);
  name.copy(bound, 8);
  const before = [bof(5), globals];
  const start = Buffer.concat(before).length + 4 + bound.length + 4;
  bound.writeUInt32LE(start, 0);
  const stream = Buffer.concat([...before, record(BOUNDSHEET, bound), record(EOF), bof(0x10), sheet, record(EOF)]);
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/Workbook', stream);
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Uint8Array);
}

const MIB = 1024 * 1024;

describe('an .xls that its library would take minutes and gigabytes for', () => {
  test.for<[string, () => Buffer]>([
    ['merged areas', () => xlsOf(merges(1_500_000))],
    ['blank cells', () => xlsOf(blanks(10_000))],
    ['cells', () => xlsOf(numbers(1_800_000))],
    ['records that nobody knows', () => xlsOf(unknown(600_000))],
    ['shared texts', () => xlsOf(Buffer.alloc(0), sharedTexts(20 * MIB))],
  ])('for its %s is refused before it has it', async ([, make], { reader }) => {
    const bytes = make();
    const before = performance.now();
    let asked = false;
    const failure = await reader.failure(bytes, { onOldFormat: () => (asked = true) });
    expect(failure.codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
    expect(asked).toBe(true);
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test('for its bytes alone is not even opened', async ({ reader }) => {
    const limits = { ...DEFAULT_LIMITS, library: { ...DEFAULT_LIMITS.library, bytes: 1000 } };
    expect((await reader.failure(xlsOf(numbers(1)), { limits })).codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
  });

  test('is read when it is within them', async ({ reader }) => {
    const { hojas } = await reader.workbook(xlsOf(Buffer.concat([numbers(1), merges(1), unknown(10)])));
    expect(hojas.map(({ name, rowCount }) => [name, rowCount])).toEqual([['Hoja1', 1]]);
  });
});

describe('an .xlsb', () => {
  const bookOf = (rows: number, columns: number): Buffer => {
    const sheet = utils.aoa_to_sheet(
      Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_cell, c) => r * c)),
    );
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 1, c: 0 } }];
    return Buffer.from(write(utils.book_new(sheet, 'Hoja'), { type: 'buffer', bookType: 'xlsb' satisfies BookType }));
  };
  const withCells = (xlsbCells: number) => ({
    limits: { ...DEFAULT_LIMITS, library: { ...DEFAULT_LIMITS.library, xlsbCells } },
  });

  test('has its cells counted as they are', async ({ reader }) => {
    const bytes = bookOf(50, 20);
    await expect(reader.workbook(bytes, withCells(1000))).resolves.toMatchObject({ hojas: [{}] });
    expect((await reader.failure(bytes, withCells(999))).codigo).toBe('ARCHIVO_DEMASIADO_GRANDE');
  });

  test('is counted by the lengths of its records', () => {
    // A row, two cells, a record of two bytes of type and of length, a merged area.
    const varied = [
      [0, 2, 9, 9],
      [5, 1, 9],
      [0x81, 1, 0],
      [2, 0],
      [0xa0, 3, 0x81, 1, ...Array.from({ length: 129 }, () => 5)],
      [0xb0, 1, 1, 7],
    ];
    const part = Uint8Array.from(Array.from({ length: 20 }, () => varied.flat()).flat());
    const counting = (xlsbCells: number, others: number) => () =>
      createXlsbBound({ ...DEFAULT_LIMITS, library: { ...DEFAULT_LIMITS.library, xlsbCells, merges: 20, others } })(
        part,
      );
    expect(counting(40, 60)).not.toThrow();
    expect(counting(39, 60)).toThrow();
    expect(counting(40, 59)).toThrow();
  });
});

test('the workbooks that come with the program are far within the bounds', async ({ reader }) => {
  const folder = new URL('../../../resources', import.meta.url);
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.xlsb?$/.test(name)) continue;
    await expect(reader.workbook(await readFile(new URL(name, folder)))).resolves.toBeDefined();
  }
});
