import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { UploadEvent } from '#domain/upload/types.ts';
import { systemClock } from '#platform/system-clock.ts';
import { medianOf, printGoal } from './lib/figures.ts';
import { openLedger } from '#storage/ledger/index.ts';

/** Compares the ledger's durable write of a tanda with a bare SQLite commit of the same bytes, both with FULL sync. Goal: at most 2 ×. */
const LAPS = 400;
const folder = mkdtempSync(join(tmpdir(), 'bench-libro-'));
const ledger = await openLedger(join(folder, 'ledger.db'), { clock: systemClock, random: Math.random });
const upload = ledger.createDraft({ cuenta: 'c', archivos: ['a'] });
ledger.addCupones(upload, [
  { archivo: 0, hoja: null, fila: 2, texto: '{"fecha_venta":"2026-10-01","importe":"1.00"}' },
]);
ledger.freeze(upload, { marcador: 'auto', nonce: 'abcdefghij' });

const eventsOf = (n: number): readonly UploadEvent[] => [
  {
    kind: 'aplicado',
    id: '123456',
    prueba: 'respuesta',
    contadores: { recibidos: 500, total: 500, nuevos: 500, existentes: 0, error: 0 },
    huerfanas: [],
  },
  {
    kind: 'intento',
    envio: {
      tipo: 'tanda',
      generacion: 1,
      n,
      desde: n * 500,
      hasta: n * 500 + 499,
      cupones: 500,
      id: '123456',
      hash: 'a'.repeat(64),
      conNumeros: true,
      antes: { total: n * 500, nuevos: n * 500, existentes: 0, error: 0 },
    },
  },
];
const base = new Database(join(folder, 'base.db'));
base.pragma('journal_mode = WAL');
base.pragma('synchronous = FULL');
base.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, detalle TEXT NOT NULL) STRICT');
const put = base.prepare('INSERT INTO t (detalle) VALUES (?)');

const measure = (work: (n: number) => void, from: number): number[] =>
  Array.from({ length: LAPS / 4 }, (_, i) => {
    const t = performance.now();
    work(from + i);
    return performance.now() - t;
  });
const ours: number[] = [];
const bare: number[] = [];
// In turns, so that a slow moment of the disk slows both.
for (let turn = 0; turn < 4; turn += 1) {
  ours.push(
    ...measure((n) => {
      ledger.note(upload, eventsOf(n + 1));
    }, turn * LAPS),
  );
  bare.push(...measure((n) => put.run(JSON.stringify(eventsOf(n + 1))), turn * LAPS));
}
console.log(
  `libro: a batch is written in ${medianOf(ours).toFixed(3)} ms, a bare commit takes ${medianOf(bare).toFixed(3)} ms`,
);
printGoal('libro.escritura_contra_commit', medianOf(ours) / medianOf(bare), '≤', 2);
ledger.close();
base.close();
rmSync(folder, { recursive: true, force: true });
