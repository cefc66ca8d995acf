import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openLedger } from '#storage/ledger/index.ts';
import { createStillClock } from '../../domain/still-clock.ts';

const clock = createStillClock(Date.UTC(2026, 10, 3));
const BEFORE = 'congelada,reanudada';
/** Bytes of a WAL frame: a page and its header. */
const FRAME = 4_096 + 24;

/**
 * Writes two events, the second in its own commit, and cuts the WAL at every `step`-th byte of its last frame. Returns the cuts after which the ledger
 * differs from that before the second commit; openLedger is tried at some of the cuts only.
 */
export async function badCuts(folder: string, step: number): Promise<readonly number[]> {
  const path = join(folder, 'cortado.db');
  const ledger = await openLedger(path, { clock, random: () => 0.5 });
  const upload = ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
  ledger.addCupones(upload, [
    { archivo: 0, hoja: 'H', fila: 2, texto: '{"fecha_venta":"2026-10-01","importe":"1.00"}' },
  ]);
  ledger.freeze(upload, { marcador: 'auto', nonce: 'abc' });
  ledger.note(upload, [{ kind: 'reanudada' }]);
  const short = readFileSync(`${path}-wal`).length;
  ledger.note(upload, [{ kind: 'reanudada' }]);
  const base = readFileSync(path);
  const wal = readFileSync(`${path}-wal`);
  ledger.close();
  if (wal.length - short < FRAME) throw new Error('The last commit is shorter than a frame');
  const copy = join(folder, 'corte.db');
  const prepare = (length: number): void => {
    writeFileSync(copy, base);
    writeFileSync(`${copy}-wal`, wal.subarray(0, length));
    rmSync(`${copy}-shm`, { force: true });
  };
  const bad: number[] = [];
  for (let length = wal.length - 1, turn = 0; length >= wal.length - FRAME; length -= step, turn += 1) {
    prepare(length);
    const db = new Database(copy);
    const kinds = db.prepare('SELECT kind FROM event ORDER BY carga, n').pluck().all().join();
    db.close();
    if (kinds !== BEFORE) bad.push(length);
    if (turn % 16 !== 0) continue;
    prepare(length);
    const cut = await openLedger(copy, { clock, random: () => 0.5 });
    if (
      cut
        .readEvents(upload)
        .map((event) => event.kind)
        .join() !== BEFORE
    )
      bad.push(length);
    cut.close();
  }
  return bad;
}
