import type { Database } from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { AUXILIARES } from '#domain/cupon.ts';
import { parseMoney, sumCentavos, type Money } from '#domain/money.ts';
import { marcar, type Aprendido, type Evento } from '#domain/upload/index.ts';
import { z } from 'zod';
import { filaAvisoField, filaErrorField, parseText, readText } from '../fields.ts';
import { openBorradores } from './borradores.ts';
import { buscarCupones } from './buscar.ts';
import { decodeEvent, encodeEvent } from './event-codec.ts';
import { conteos, disponer, distintos, informePagina } from './disposiciones.ts';
import { abrirLectura } from './lectura.ts';
import { pertenencia } from './pertenencia.ts';
import { abrirUbicador, cuponFilaDe } from './ubicador.ts';
import { guard } from './sqlite-error.ts';
import type { Libro, UploadFila } from './tipos.ts';

const uploadFila = z.object({
  carga: z.number(),
  ulid: z.string(),
  cuenta: z.string(),
  archivos: z.string(),
  congelado: z.number(),
  total: z.number(),
  marcador: z.enum(AUXILIARES).nullable(),
  nonce: z.string().nullable(),
  terminada: z.number(),
});
const textos = z.array(z.string());
const detalle = z.object({ detail: z.string() });
const fechado = z.object({ at: z.number(), detail: z.string() });
const hallazgo = z.object({ n: z.number(), archivo: z.string(), detalle: z.string() });
/** A finding as it is kept: which sheet of its file it is of, too. */
const inSheet = { hoja: z.string().nullable().exactOptional() };
const keptError = filaErrorField.extend(inSheet);
const keptAviso = filaAvisoField.extend(inSheet);
const aprendidoForma = z.object({
  lista: z.boolean().nullable(),
  filas: z.boolean().nullable(),
  numeros: z.enum(['texto', 'numero']).nullable(),
  tamano: z.number().nullable(),
});
const UPLOAD = `SELECT u.carga, u.ulid, u.cuenta, u.archivos, u.congelado, u.total, u.marcador, u.nonce,
  EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga AND (e.kind IN ('terminada', 'abandonada')
          OR (e.kind = 'decidida' AND e.detail LIKE '%"abandonar"%'))) AS terminada
  FROM upload u`;
const PAGINA = 500;
/** Nothing is known of the account's server. */
const NOT_LEARNT: Aprendido = { lista: null, filas: null, numeros: null, tamano: null };

/** What was found in a row by a version of the program that knows more than this one. */
const unknownFinding = (cause: unknown): AppError =>
  new AppError('CARGA_MAS_NUEVA', { cause, detail: { tabla: 'hallazgo' } });

/** A canonical amount is a plain decimal: anything else in the ledger would be damage. */
function centavosDe(importe: string): Money {
  const centavos = parseMoney(importe, 'sin-miles');
  if (centavos === undefined) throw new AppError('LIBRO_DANADO', { detail: { importe } });
  return centavos;
}

interface UploadInterno extends UploadFila {
  readonly n: number;
}

function aUpload(cada: unknown): UploadInterno {
  const fila = uploadFila.parse(cada);
  return {
    n: fila.carga,
    carga: fila.ulid,
    cuenta: fila.cuenta,
    archivos: textos.parse(JSON.parse(fila.archivos)),
    congelado: fila.congelado,
    total: fila.total,
    marcador: fila.marcador === null || fila.nonce === null ? null : { campo: fila.marcador, nonce: fila.nonce },
    terminada: fila.terminada === 1,
  };
}

/**
 * The repository over an open ledger, its schema already ours. Statements are prepared once. `random` gives numbers in [0, 1) and is only
 * used for the names of uploads.
 */
export function openLibro(db: Database, { clock, random }: { clock: Clock; random: () => number }): Libro {
  const porUlid = db.prepare(`${UPLOAD} WHERE u.ulid = ?`);
  const todos = db.prepare(`${UPLOAD} WHERE @cuenta IS NULL OR u.cuenta = @cuenta ORDER BY u.carga DESC`);
  const eventos = db.prepare('SELECT detail FROM event WHERE carga = ? ORDER BY n');
  const historia = db.prepare('SELECT at, detail FROM event WHERE carga = ? ORDER BY n');
  const importes = db
    .prepare<[number, number, number, string], string>(
      `SELECT json_extract(texto, '$.importe') FROM cupon
       WHERE carga = ? AND seq BETWEEN ? AND ? AND seq NOT IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  const ultimo = db.prepare('SELECT at, detail FROM event WHERE carga = ? ORDER BY n DESC LIMIT 1');
  const agregar = db.prepare(
    'INSERT INTO event (carga, n, at, kind, detail) SELECT @carga, coalesce(max(n), 0) + 1, @at, @kind, @detail FROM event WHERE carga = @carga',
  );
  const tanda = db.prepare('SELECT hash FROM batch WHERE carga = ? AND generacion = ? AND n = ?');
  const ponerTanda = db.prepare(
    'INSERT INTO batch (carga, generacion, n, desde, hasta, hash) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const leerTextos = db
    .prepare<[number, number, number], string>(
      'SELECT texto FROM cupon WHERE carga = ? AND seq BETWEEN ? AND ? ORDER BY seq',
    )
    .pluck();
  const hallazgos = db.prepare(
    'SELECT n, archivo, detalle FROM hallazgo WHERE carga = ? AND tipo = ? AND n > ? ORDER BY n LIMIT ?',
  );
  const cargaPorId = db.prepare(
    `SELECT u.ulid AS ulid FROM upload u JOIN event e ON e.carga = u.carga
     WHERE u.cuenta = @cuenta AND ((e.kind = 'aplicado' AND json_extract(e.detail, '$.id') = @id)
       OR (e.kind = 'decidida' AND json_extract(e.detail, '$.clave') = 'adoptar:' || @id))
     ORDER BY u.carga DESC LIMIT 1`,
  );
  const aprendidos = db
    .prepare<[string], string>('SELECT detalle FROM aprendido WHERE cuenta = ? ORDER BY n DESC LIMIT 1')
    .pluck();
  const cache = new Map<string, UploadInterno>();

  const exigir = (carga: string): UploadInterno => {
    const previo = cache.get(carga);
    if (previo !== undefined) return previo;
    const fila = porUlid.get(carga);
    if (fila === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
    const upload = aUpload(fila);
    cache.set(carga, upload);
    return upload;
  };
  const anotarUno = (n: number, evento: Evento): void => {
    agregar.run({ carga: n, at: Math.trunc(clock.now()), kind: evento.kind, detail: encodeEvent(evento) });
    if (evento.kind !== 'intento') return;
    const { generacion, n: numero, desde, hasta, hash } = evento.envio;
    const previa = tanda.get(n, generacion, numero);
    if (previa === undefined) ponerTanda.run(n, generacion, numero, desde, hasta, hash);
    else if (z.object({ hash: z.string() }).parse(previa).hash !== hash) {
      throw new Error(`Batch ${String(numero)} of ${String(n)} would change its bytes (I4)`);
    }
  };
  const anotar = db.transaction((n: number, lista: readonly Evento[]) => {
    for (const evento of lista) anotarUno(n, evento);
  });
  function* hallazgosDe(carga: string, tipo: 'error' | 'aviso'): Generator<{ archivo: string; detalle: string }> {
    const { n } = exigir(carga);
    for (let despues = 0; ;) {
      const pagina = hallazgos.all(n, tipo, despues, PAGINA).map((cada) => hallazgo.parse(cada));
      yield* pagina;
      const fin = pagina.at(-1);
      if (fin === undefined) return;
      despues = fin.n;
    }
  }

  return {
    ...openBorradores(db, clock, random),
    upload: (carga) => {
      const fila = porUlid.get(carga);
      return fila === undefined ? undefined : aUpload(fila);
    },
    uploads: (cuenta) => todos.all({ cuenta: cuenta ?? null }).map(aUpload),
    eventos: (carga) => eventos.all(exigir(carga).n).map((cada) => decodeEvent(detalle.parse(cada).detail)),
    historia: (carga) =>
      historia.all(exigir(carga).n).map((cada) => {
        const { at, detail } = fechado.parse(cada);
        return { at, evento: decodeEvent(detail) };
      }),
    importe: (carga, desde, hasta, excepto) => {
      const { n } = exigir(carga);
      return sumCentavos(importes.all(n, desde, hasta, JSON.stringify(excepto)).map(centavosDe));
    },
    ultimoEvento: (carga) => {
      const fila = ultimo.get(exigir(carga).n);
      if (fila === undefined) return undefined;
      const { at, detail } = fechado.parse(fila);
      return { kind: decodeEvent(detail).kind, at };
    },
    anotar: (carga, lista) => {
      const { n } = exigir(carga);
      guard(() => {
        anotar.immediate(n, lista);
      });
    },
    textos: (carga, desde, hasta, excepto) => {
      const { n, marcador } = exigir(carga);
      const fuera = new Set(excepto);
      const todos = leerTextos.all(n, desde, hasta);
      const textos: string[] = [];
      // Every number from 1 to the last is there: a coupon's own is where it stands.
      for (let i = 0; i < todos.length; i += 1) {
        const texto = todos[i];
        if (texto === undefined || fuera.has(desde + i)) continue;
        textos.push(marcador === null ? texto : marcar(texto, marcador, desde + i));
      }
      return textos;
    },
    abrirLectura: (carga, rechazados) => {
      const { n, total, marcador } = exigir(carga);
      return abrirLectura({
        db,
        n,
        total,
        marcador,
        rechazados,
        disponer: (vistos, tramos) => {
          disponer(db, { n, total, vistos, tramos });
        },
      });
    },
    pertenencia: (carga, filas, seq) => {
      const { n, marcador } = exigir(carga);
      return pertenencia({ db, n, marcador, filas, seq });
    },
    disponerSinLectura: (carga, tramos) => {
      const { n, total } = exigir(carga);
      disponer(db, { n, total, vistos: null, tramos });
    },
    conteos: (carga) => conteos(db, exigir(carga).n),
    distintos: (cargas) =>
      distintos(
        db,
        cargas.map((carga) => exigir(carga).n),
      ),
    informePagina: (carga, disposiciones, despues, limite) => {
      const { n, archivos } = exigir(carga);
      return informePagina(db, { n, archivos, disposiciones, despues, limite });
    },
    *errores(carga) {
      for (const cada of hallazgosDe(carga, 'error')) {
        yield { ...parseText(keptError, cada.detalle, unknownFinding), archivo: cada.archivo };
      }
    },
    *avisos(carga) {
      for (const cada of hallazgosDe(carga, 'aviso')) {
        yield { ...parseText(keptAviso, cada.detalle, unknownFinding), archivo: cada.archivo };
      }
    },
    cupon: (carga, seq) => cuponFilaDe(db, exigir(carga).n, seq),
    buscarCupones: (cuenta, partes) => buscarCupones({ db, uploads: todos.all({ cuenta }).map(aUpload), partes }),
    cargaDe: (cuenta, id) => {
      const fila = cargaPorId.get({ cuenta, id });
      return fila === undefined ? null : z.object({ ulid: z.string() }).parse(fila).ulid;
    },
    abrirUbicador: (carga) => {
      const { n, total, marcador } = exigir(carga);
      return abrirUbicador({ db, n, total, marcador });
    },
    aprendido: (cuenta) => {
      const fila = aprendidos.get(cuenta);
      // What this version does not understand is learnt again.
      return fila === undefined ? NOT_LEARNT : (readText(aprendidoForma, fila) ?? NOT_LEARNT);
    },
    aprender: (cuenta, aprendido: Aprendido) => {
      guard(() =>
        db.prepare('INSERT INTO aprendido (cuenta, detalle) VALUES (?, ?)').run(cuenta, JSON.stringify(aprendido)),
      );
    },
    // A ledger in memory has neither copies nor a file to be restored; `abrirLibro` puts these in.
    restauracion: () => null,
    restauracionRevisada: () => undefined,
    copiaDiaria: () => Promise.resolve(),
    close: () => {
      db.close();
    },
  };
}
