import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#domain/clock.ts';
import { abrirLibro } from '#storage/ledger/index.ts';

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
export async function cortesMalos(carpeta: string, paso: number): Promise<readonly number[]> {
  const ruta = join(carpeta, 'cortado.db');
  const libro = await abrirLibro(ruta, { clock, random: () => 0.5 });
  const carga = libro.crearBorrador({ cuenta: 'c', archivos: ['a.xlsx'] });
  libro.agregarCupones(carga, [
    { archivo: 0, hoja: 'H', fila: 2, texto: '{"fecha_venta":"2026-10-01","importe":"1.00"}' },
  ]);
  libro.congelar(carga, { marcador: 'auto', nonce: 'abc' });
  libro.anotar(carga, [{ kind: 'reanudada' }]);
  const corto = readFileSync(`${ruta}-wal`).length;
  libro.anotar(carga, [{ kind: 'reanudada' }]);
  const base = readFileSync(ruta);
  const wal = readFileSync(`${ruta}-wal`);
  libro.close();
  if (wal.length - corto < MARCO) throw new Error('The last commit is shorter than a frame');
  const copia = join(carpeta, 'corte.db');
  const preparar = (corte: number): void => {
    writeFileSync(copia, base);
    writeFileSync(`${copia}-wal`, wal.subarray(0, corte));
    rmSync(`${copia}-shm`, { force: true });
  };
  const malos: number[] = [];
  for (let corte = wal.length - 1, vez = 0; corte >= wal.length - MARCO; corte -= paso, vez += 1) {
    preparar(corte);
    const db = new Database(copia);
    const leidos = db.prepare('SELECT kind FROM event ORDER BY carga, n').pluck().all().join();
    db.close();
    if (leidos !== ANTES) malos.push(corte);
    if (vez % 16 !== 0) continue;
    preparar(corte);
    const cortado = await abrirLibro(copia, { clock, random: () => 0.5 });
    if (
      cortado
        .eventos(carga)
        .map((evento) => evento.kind)
        .join() !== ANTES
    )
      malos.push(corte);
    cortado.close();
  }
  return malos;
}
