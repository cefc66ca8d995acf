import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#domain/clock.ts';
import { openLedger } from '#storage/ledger/index.ts';

const clock: Clock = {
  now: () => Date.UTC(2026, 10, 3),
  monotonic: () => 0,
  sleep: () => Promise.resolve(),
  timeout: () => new AbortController().signal,
};
const ANTES = 'congelada,reanudada';
/** A page and the frame's header. */
const MARCO = 4_096 + 24;

/**
 * Writes two events, the second in a commit of its own, and cuts the WAL at every `paso`-th byte of its last frame. Returns the cuts after
 * which a ledger does not say exactly what it said before that commit; the whole opening of ours is tried at some of them.
 */
export async function badCuts(carpeta: string, step: number): Promise<readonly number[]> {
  const ruta = join(carpeta, 'cortado.db');
  const ledger = await openLedger(ruta, { clock, random: () => 0.5 });
  const carga = ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
  ledger.addCupones(carga, [
    { archivo: 0, hoja: 'H', fila: 2, texto: '{"fecha_venta":"2026-10-01","importe":"1.00"}' },
  ]);
  ledger.freeze(carga, { marcador: 'auto', nonce: 'abc' });
  ledger.note(carga, [{ kind: 'reanudada' }]);
  const short = readFileSync(`${ruta}-wal`).length;
  ledger.note(carga, [{ kind: 'reanudada' }]);
  const base = readFileSync(ruta);
  const wal = readFileSync(`${ruta}-wal`);
  ledger.close();
  if (wal.length - short < MARCO) throw new Error('The last commit is shorter than a frame');
  const copia = join(carpeta, 'corte.db');
  const prepare = (outcome: number): void => {
    writeFileSync(copia, base);
    writeFileSync(`${copia}-wal`, wal.subarray(0, outcome));
    rmSync(`${copia}-shm`, { force: true });
  };
  const bad: number[] = [];
  for (let outcome = wal.length - 1, turn = 0; outcome >= wal.length - MARCO; outcome -= step, turn += 1) {
    prepare(outcome);
    const db = new Database(copia);
    const readCount = db.prepare('SELECT kind FROM event ORDER BY carga, n').pluck().all().join();
    db.close();
    if (readCount !== ANTES) bad.push(outcome);
    if (turn % 16 !== 0) continue;
    prepare(outcome);
    const cut = await openLedger(copia, { clock, random: () => 0.5 });
    if (
      cut
        .readEvents(carga)
        .map((event) => event.kind)
        .join() !== ANTES
    )
      bad.push(outcome);
    cut.close();
  }
  return bad;
}
