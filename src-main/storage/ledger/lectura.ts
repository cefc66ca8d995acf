import { createHash, hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { CuponResultado } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { claveAproximada, claveComparable, leerMarca, type Marcador } from '#domain/upload/index.ts';
import { z } from 'zod';
import { cuponDe } from './cupon-texto.ts';
import type { LecturaAbierta, Tramo } from './tipos.ts';
import { dichoDe, Vistos } from './vistos.ts';

const TABLAS = `
CREATE TEMP TABLE IF NOT EXISTS suelto (
  clave BLOB, conciliado INTEGER NOT NULL, modo TEXT, nro TEXT, fecha TEXT
);
CREATE INDEX IF NOT EXISTS temp.suelto_clave ON suelto (clave);
CREATE TEMP TABLE IF NOT EXISTS parecido (clave BLOB, suelto INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS temp.parecido_clave ON parecido (clave);
DELETE FROM temp.suelto;
DELETE FROM temp.parecido;
`;
const TROZO = 1_000;
const contado = z.object({ n: z.number() });
const textoFila = z.object({ seq: z.number(), texto: z.string() });
const sueltoFila = z.object({
  rowid: z.number(),
  conciliado: z.number(),
  modo: z.string().nullable(),
  nro: z.string().nullable(),
  fecha: z.string().nullable(),
});

/** 16 bytes for a comparison key. */
export const huellaDeClave = (clave: string): Uint8Array => hash('sha256', clave, 'buffer').subarray(0, 16);

interface Leido {
  readonly db: Database;
  readonly n: number;
  readonly total: number;
  readonly marcador: Marcador | null;
  readonly rechazados: readonly number[];
  readonly disponer: (vistos: Vistos, tramos: readonly Tramo[]) => void;
}

/**
 * The comparison of a result with what was sent, as multisets: by marker where the row carries ours, else by canonical fields, counting equal
 * ones, on disk (docs/upload.md, 6; docs/gaps.md, "the result lists"). A row whose marker is somebody else's is never taken for ours.
 */
export function abrirLectura({ db, n, total, marcador, rechazados, disponer }: Leido): LecturaAbierta {
  db.exec(TABLAS);
  const vistos = new Vistos(total);
  const suelto = db.prepare('INSERT INTO suelto (clave, conciliado, modo, nro, fecha) VALUES (?, ?, ?, ?, ?)');
  const parecido = db.prepare('INSERT INTO parecido (clave, suelto) VALUES (?, ?)');
  const fuera = new Set(rechazados);
  let pase = 0;
  let filas = 0;
  let ajenas = 0;

  const anotarSuelta = (fila: CuponResultado): void => {
    const { conciliado, modo, nro, fecha } = dichoDe(fila);
    const huella = huellaDeClave(claveComparable(fila.cupon, marcador?.campo ?? null));
    const { lastInsertRowid } = suelto.run(huella, conciliado ? 1 : 0, modo, nro, fecha);
    const aproximada = claveAproximada(fila.cupon, marcador?.campo ?? null);
    if (aproximada !== null) parecido.run(huellaDeClave(aproximada), lastInsertRowid);
  };
  const anotarSueltas = db.transaction((sueltas: readonly CuponResultado[]) => {
    for (const fila of sueltas) anotarSuelta(fila);
  });
  return {
    empezar() {
      pase += 1;
      filas = 0;
      ajenas = 0;
      db.exec('DELETE FROM suelto; DELETE FROM parecido;');
    },
    agregar(cupones) {
      filas += cupones.length;
      const sueltas: CuponResultado[] = [];
      for (const fila of cupones) {
        const marca = marcador === null ? 'vacia' : leerMarca(fila.cupon, marcador);
        if (marca === 'vacia') sueltas.push(fila);
        else if (marca === 'otra' || marca > total || fuera.has(marca)) ajenas += 1;
        else vistos.ver(marca, pase, dichoDe(fila));
      }
      if (sueltas.length > 0) anotarSueltas(sueltas);
    },
    terminar() {
      const sueltas = db.transaction(() => repartir({ db, n, marcador, pase, fuera, vistos }))();
      const faltan = [...vistos.ausentes()].filter((seq) => !fuera.has(seq));
      // As many rows as coupons of ours that were seen, and of nobody else: in another order on each page, some came twice and none is there twice.
      const solapadas = pase > 1 && sueltas + ajenas === 0 && filas === total - fuera.size - faltan.length;
      const dobles = solapadas ? [] : [...vistos.repetidos(pase)];
      const sobran = dobles.reduce((suma, [, veces]) => suma + veces - 1, sueltas + ajenas);
      const huella = createHash('sha256').update(`${String(sueltas)},${String(ajenas)}`);
      for (const seq of faltan) huella.update(`-${String(seq)}`);
      for (const [seq] of dobles) huella.update(`+${String(seq)}`);
      return { filas, faltan: faltan.length, sobran, huella: huella.digest('hex').slice(0, 32) };
    },
    disponer: (tramos) => {
      disponer(vistos, tramos);
    },
  };
}

interface Reparto {
  readonly db: Database;
  readonly n: number;
  readonly marcador: Marcador | null;
  readonly pase: number;
  readonly fuera: ReadonlySet<number>;
  readonly vistos: Vistos;
}

const QUE_DICE = 'SELECT s.rowid AS rowid, s.conciliado, s.modo, s.nro, s.fecha FROM suelto s';

/**
 * Gives the rows without a marker to the coupons of the same content that this pass has not seen; what is left, to those that are the same but
 * for letters that were lost on the way. Returns how many rows nobody gets.
 */
function repartir(reparto: Reparto): number {
  const { db, marcador } = reparto;
  const sin = marcador?.campo ?? null;
  const quedan = (tabla: 'suelto' | 'parecido'): number =>
    contado.parse(db.prepare(`SELECT count(*) AS n FROM ${tabla}`).get()).n;
  if (quedan('suelto') === 0) return 0;
  repartirPor(reparto, `${QUE_DICE} WHERE s.clave = ? LIMIT 1`, (cupon) => claveComparable(cupon, sin));
  if (quedan('suelto') > 0 && quedan('parecido') > 0) {
    const buscar = `${QUE_DICE} JOIN parecido p ON p.suelto = s.rowid WHERE p.clave = ? LIMIT 1`;
    repartirPor(reparto, buscar, (cupon) => claveAproximada(cupon, sin));
  }
  return quedan('suelto');
}

function repartirPor(
  { db, n, pase, fuera, vistos }: Reparto,
  consulta: string,
  claveDe: (cupon: Cupon) => string | null,
): void {
  const leer = db.prepare('SELECT seq, texto FROM cupon WHERE carga = ? AND seq > ? ORDER BY seq LIMIT ?');
  const buscar = db.prepare(consulta);
  const sacar = db.prepare('DELETE FROM suelto WHERE rowid = ?');
  for (let seq = 0; ;) {
    const trozo = leer.all(n, seq, TROZO).map((cada) => textoFila.parse(cada));
    for (const cada of trozo) {
      seq = cada.seq;
      if (fuera.has(seq) || vistos.enPase(seq, pase)) continue;
      const clave = claveDe(cuponDe(cada.texto));
      const hallada = clave === null ? undefined : buscar.get(huellaDeClave(clave));
      if (hallada === undefined) continue;
      const { rowid, conciliado, modo, nro, fecha } = sueltoFila.parse(hallada);
      vistos.ver(seq, pase, { conciliado: conciliado === 1, modo, nro, fecha });
      sacar.run(rowid);
    }
    if (trozo.length < TROZO) return;
  }
}
