import { CFB } from '@e965/xlsx';

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

/** So many merged areas, as many to a record as one may have. */
export function merges(count: number): Buffer {
  const each = 1026;
  const data = Buffer.alloc(2 + each * 8);
  data.writeUInt16LE(each, 0);
  return repeated(record(MERGED_CELLS, data), Math.ceil(count / each));
}
/** So many rows of 256 blank cells with a format. */
export const blanks = (rows: number): Buffer => repeated(record(MULBLANK, Buffer.alloc(6 + 256 * 2)), rows);
export const numbers = (count: number): Buffer => repeated(record(NUMBER, Buffer.alloc(14)), count);
/** Records that no program knows. */
export const unknown = (count: number): Buffer => repeated(record(0x1234), count);
/** So many bytes of shared texts. */
export const sharedTexts = (bytes: number): Buffer =>
  Buffer.concat([
    record(SST, Buffer.alloc(8)),
    repeated(record(CONTINUE, Buffer.alloc(8224)), Math.ceil(bytes / 8224)),
  ]);

/** A workbook of one sheet with these records, and others before any sheet. */
export function xlsOf(sheet: Buffer, globals: Buffer = Buffer.alloc(0)): Buffer {
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
