import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Evento } from '#domain/upload/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { goal } from './lib/meta.ts';
import { abrirLibro } from '#storage/ledger/index.ts';

/** The ledger's durable write per batch against a bare SQLite commit of the same bytes, FULL sync both. Goal: at most 2. */
const VUELTAS = 400;
const carpeta = mkdtempSync(join(tmpdir(), 'bench-libro-'));
const libro = await abrirLibro(join(carpeta, 'ledger.db'), { clock: systemClock, random: Math.random });
const carga = libro.crearBorrador({ cuenta: 'c', archivos: ['a'] });
libro.agregarCupones(carga, [
  { archivo: 0, hoja: null, fila: 2, texto: '{"fecha_venta":"2026-10-01","importe":"1.00"}' },
]);
libro.congelar(carga, { marcador: 'auto', nonce: 'abcdefghij' });

const eventos = (n: number): readonly Evento[] => [
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
const base = new Database(join(carpeta, 'base.db'));
base.pragma('journal_mode = WAL');
base.pragma('synchronous = FULL');
base.exec('CREATE TABLE t (n INTEGER PRIMARY KEY, detalle TEXT NOT NULL) STRICT');
const poner = base.prepare('INSERT INTO t (detalle) VALUES (?)');

const medir = (hacer: (n: number) => void, desde: number): number[] =>
  Array.from({ length: VUELTAS / 4 }, (_, i) => {
    const t = performance.now();
    hacer(desde + i);
    return performance.now() - t;
  });
const nuestro: number[] = [];
const pelado: number[] = [];
// Taken in turns, so that a slow moment of the disk falls on both.
for (let turno = 0; turno < 4; turno += 1) {
  nuestro.push(
    ...medir((n) => {
      libro.anotar(carga, eventos(n + 1));
    }, turno * VUELTAS),
  );
  pelado.push(...medir((n) => poner.run(JSON.stringify(eventos(n + 1))), turno * VUELTAS));
}
const mediana = (lista: readonly number[]): number =>
  [...lista].sort((a, b) => a - b)[Math.floor(lista.length / 2)] ?? 0;
console.log(
  `libro: a batch is written in ${mediana(nuestro).toFixed(3)} ms, a bare commit takes ${mediana(pelado).toFixed(3)} ms`,
);
goal('libro.escritura_contra_commit', mediana(nuestro) / mediana(pelado), '≤', 2);
libro.close();
base.close();
rmSync(carpeta, { recursive: true, force: true });
