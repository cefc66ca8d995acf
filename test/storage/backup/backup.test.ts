import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { fc, forAll } from '../../for-all.ts';
import { describe, expect } from 'vitest';
import { DAY_MS } from '#domain/clock.ts';
import { askAside, forkAside } from '#platform/aside.ts';
import { systemClock } from '#platform/system-clock.ts';
import { nameBackup, parseBackupName, writeBackup } from '#storage/backup/file.ts';
import { JUDGE_PROGRAM, judge, judgeFile } from '#storage/backup/judge.ts';
import {
  copyClosed,
  listBackups,
  listSpare,
  markFolder,
  oursIn,
  putInto,
  requireMark,
  rotate,
} from '#storage/backup/places.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { test } from '../../platform/temporary-folder.ts';
import { addSent } from '../ledger/drafts.ts';

const PAGE = 4096;
/** Children of each page, and levels: too many leaves to read in a lifetime. */
const CHILDREN = 300;
const LEVELS = 8;

/** An interior page whose CHILDREN children are all page `child`. */
function interior(child: number): Buffer {
  const page = Buffer.alloc(PAGE);
  page[0] = 0x05;
  page.writeUInt16BE(CHILDREN, 3);
  page.writeUInt32BE(child, 8);
  let at = PAGE;
  for (let cell = 0; cell < CHILDREN; cell++) {
    at -= 5;
    page.writeUInt32BE(child, at);
    page[at + 4] = 3;
    page.writeUInt16BE(at, 12 + 2 * cell);
  }
  page.writeUInt16BE(at, 5);
  return page;
}

/** A leaf with the cells of page 1, or only the last of them. */
function leafOf(first: Buffer, onlyLast: boolean): Buffer {
  const page = Buffer.from(first);
  page.fill(0, 0, 100);
  const cells = first.readUInt16BE(103);
  const pointers = first.subarray(108, 108 + 2 * cells);
  page.fill(0, 100, 108 + 2 * cells);
  first.copy(page, 0, 100, 108);
  page.writeUInt16BE(onlyLast ? 1 : cells, 3);
  (onlyLast ? pointers.subarray(-2) : pointers).copy(page, 8);
  return page;
}

/**
 * Writes a small database whose schema SQLite never ends reading: each page of its tree has the next level's only page as all CHILDREN children. Its leaf
 * is the row of a constraint's index, the only row that may repeat.
 */
function writeEndless(path: string): void {
  const db = new Database(path);
  db.exec(`PRAGMA page_size = ${String(PAGE)}; CREATE TABLE una (x UNIQUE); PRAGMA user_version = 1;`);
  db.close();
  const bytes = readFileSync(path);
  const first = bytes.subarray(0, PAGE);
  const [leaf, last] = [leafOf(first, false), leafOf(first, true)];
  const pages = bytes.length / PAGE;
  // Appended: the whole leaf, the levels, and the leaf at the end of the last level.
  const added = [leaf, ...Array.from({ length: LEVELS }, (_, level) => interior(pages + level + 3)), last];
  const root = Buffer.from(first);
  root.fill(0, 100);
  root[100] = 0x05;
  root.writeUInt16BE(1, 103);
  root.writeUInt32BE(pages + 2, 108); // the last child: the first level
  root.writeUInt16BE(PAGE - 5, 112);
  root.writeUInt16BE(PAGE - 5, 105);
  root.writeUInt32BE(pages + 1, PAGE - 5);
  root[PAGE - 1] = 2;
  root.writeUInt32BE(pages + added.length, 28);
  writeFileSync(path, Buffer.concat([root, bytes.subarray(PAGE), ...added]));
}

const NOW = Date.UTC(2026, 10, 21, 15);
const SOURCE = { cuenta: { id: '0123456789abcdef', nombre: 'La Espiga' }, pc: { id: '01234567', nombre: 'CAJA-1' } };
const { signal } = new AbortController();

/** A ledger with `uploads` uploads, and a backup of it. */
async function backUp(folder: string, at: number, uploads = 1, pieces: Record<string, string> = {}): Promise<string> {
  const file = path.join(folder, 'ledger.db');
  const ledger = await openLedger(file, { clock: systemClock, random: () => 0.5 });
  for (let n = 0; n < uploads; n += 1) {
    addSent(ledger, [{ importe: `${String(n)}.00` }], { cuenta: SOURCE.cuenta.id });
  }
  ledger.close();
  const backup = path.join(folder, nameBackup(SOURCE, at));
  await writeBackup(file, backup, pieces);
  return backup;
}

describe('a backup', () => {
  test('is judged by its content: what it holds, of which account, with its pieces', async ({ folder }) => {
    const file = await backUp(folder, NOW, 2, { plantillas: '{}' });
    expect(judgeFile(file)).toMatchObject({
      es: 'sana',
      contenido: { cargas: 2, eventos: expect.any(Number) },
      cuentas: [SOURCE.cuenta.id],
      piezas: { plantillas: '{}' },
    });
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test.for([
    ['a view that is not ours', 'CREATE VIEW ajena AS SELECT 1', 'danada'],
    [
      'a decision of a later version',
      `INSERT INTO decision (at, quien, kind, detail) VALUES (1, 'a', 'nota', '{"kind":"nota","v":99}')`,
      'mas_nueva',
    ],
    [
      'a decision that is none',
      `INSERT INTO decision (at, quien, kind, detail) VALUES (1, 'a', 'nota', '{"kind":"nota","v":1}')`,
      'danada',
    ],
    ['a later schema', 'PRAGMA user_version = 99', 'mas_nueva'],
    ['no schema', 'PRAGMA user_version = 0', 'danada'],
  ] as const)('with %s is told apart', async ([, sql, es], { folder }) => {
    const file = await backUp(folder, NOW);
    const db = new Database(file);
    db.exec(sql);
    db.close();
    expect(judgeFile(file).es).toBe(es);
  });

  test('that SQLite would read for ever is damaged, and hides none of the others', async ({ folder }) => {
    const hostile = path.join(folder, 'hostile.db');
    writeEndless(hostile);
    const args = ['2000', hostile];
    expect(await askAside(forkAside, { program: JUDGE_PROGRAM, args }, { signal, limitMs: 2000 })).toBeUndefined();
    const file = await backUp(folder, NOW);
    const judged = await judge(forkAside, [{ ruta: file, bytes: 1 }], signal);
    expect(judged.map(({ es }) => es)).toEqual(['sana']);
  });

  test('has a name that says whose it is, whatever the names are', () => {
    forAll(fc.string(), fc.string(), fc.integer({ min: 0, max: 4_000_000_000_000 }), (account, pc, at) => {
      const source = { cuenta: { ...SOURCE.cuenta, nombre: account }, pc: { ...SOURCE.pc, nombre: pc } };
      const name = nameBackup(source, at);
      expect(path.basename(name)).toBe(name);
      expect(parseBackupName(name)).toMatchObject({
        hecha: at,
        cuenta: { id: SOURCE.cuenta.id },
        pc: { id: SOURCE.pc.id },
      });
    });
    expect(parseBackupName('ledger.db')).toBeUndefined();
  });
});

describe('a folder of backups', () => {
  const found = (at: number) => ({
    ...SOURCE,
    nombre: nameBackup(SOURCE, at),
    hecha: at,
    ruta: nameBackup(SOURCE, at),
    bytes: 1,
  });

  test('keeps the last of each of seven days, and those of a clock that was ahead push none out', () => {
    const days = Array.from({ length: 9 }, (_, day) => found(NOW - day * DAY_MS));
    const earlier = found(NOW - 1000);
    const ahead = [found(NOW + 400 * DAY_MS), found(NOW + 300 * DAY_MS)];
    const all = [...ahead, ...days, earlier].sort((a, b) => b.hecha - a.hecha);
    expect(listSpare(all, NOW)).toEqual([ahead[1], earlier, days[7], days[8]]);
  });

  test('never loses the fullest, though it is old', async ({ folder }) => {
    const old = await backUp(folder, NOW - 30 * DAY_MS, 3);
    const small = path.join(folder, 'small');
    mkdirSync(small);
    for (let day = 0; day < 8; day += 1)
      await putInto(folder, {
        ruta: await backUp(small, NOW - day * DAY_MS, 0),
        nombre: nameBackup(SOURCE, NOW - day * DAY_MS),
      });
    const all = await listBackups(folder);
    expect(all).toHaveLength(9);
    await rotate(all, NOW, async (files) => files.map(({ ruta }) => judgeFile(ruta)));
    const left = (await listBackups(folder)).map(({ ruta }) => ruta);
    expect(left).toHaveLength(8);
    expect(left).toContain(old);
  });

  test('that lost its mark is an empty mount point, and nothing is written there', async ({ folder }) => {
    await expect(requireMark(folder)).rejects.toMatchObject({ code: 'RESPALDO_CARPETA_AUSENTE' });
    await markFolder(folder);
    await requireMark(folder);
    await requireMark(oursIn(folder));
  });

  test('copies the files that are missing or differ', async ({ folder }) => {
    const [from, to] = [path.join(folder, 'cierres'), path.join(folder, 'allá')];
    mkdirSync(from);
    writeFileSync(path.join(from, '2026-10.db'), 'cerrado');
    const once = { replaces: true };
    expect(await copyClosed(from, to, once)).toBe(1);
    expect(await copyClosed(from, to, once)).toBe(0);
    expect(readdirSync(to)).toEqual(['2026-10.db']);
    writeFileSync(path.join(from, '2026-10.db'), 'cerrado otra vez');
    expect(await copyClosed(from, to, { replaces: false })).toBe(0);
    expect(await copyClosed(from, to, once)).toBe(1);
    expect(await copyClosed(path.join(folder, 'no-esta'), to, once)).toBe(0);
  });

  test('has a month that was opened again under the name of its version alone, with the reason', async ({ folder }) => {
    const [from, to] = [path.join(folder, 'cierres'), path.join(folder, 'allá')];
    mkdirSync(from);
    writeFileSync(path.join(from, '2026-10-30715542189.db'), 'cerrado', { mode: 0o400 });
    await copyClosed(from, to, { replaces: true });
    expect(statSync(path.join(to, '2026-10-30715542189.db')).mode & 0o200).toBe(0o200);
    renameSync(path.join(from, '2026-10-30715542189.db'), path.join(from, '2026-10-30715542189.1.db'));
    writeFileSync(path.join(from, '2026-10-30715542189.1.json'), '{}');
    writeFileSync(path.join(from, '.2026-10-30715542189.db.0a.tmp'), 'a medias');
    await copyClosed(from, to, { replaces: true });
    expect(readdirSync(to).sort()).toEqual(['2026-10-30715542189.1.db', '2026-10-30715542189.1.json']);
  });

  test('keeps the closed months of a PC that lost its own', async ({ folder }) => {
    const [from, to] = [path.join(folder, 'cierres'), path.join(folder, 'allá')];
    mkdirSync(from);
    mkdirSync(to);
    writeFileSync(path.join(to, '2026-10-30715542189.db'), 'cerrado');
    await copyClosed(from, to, { replaces: true });
    expect(readdirSync(to)).toEqual(['2026-10-30715542189.db']);
  });
});
