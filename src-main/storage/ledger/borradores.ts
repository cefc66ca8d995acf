import { createHash, hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { AUXILIARES, type AuxiliarCampo } from '#domain/cupon.ts';
import { marcar, type Evento, type Marcador } from '#domain/upload/index.ts';
import { monotonicFactory } from 'ulid';
import { z } from 'zod';
import { guard } from './sqlite-error.ts';
import type { Borradores, MarcadorElegido } from './tipos.ts';

const fila = z.object({ carga: z.number() });
const contado = z.object({ n: z.number() });
const huellaFila = z.object({ huella: z.instanceof(Uint8Array) });
const cuponFila = z.object({ seq: z.number(), texto: z.string() });

/** 16 bytes that stand for a canonical text without marker. */
const huellaDe = (texto: string): Uint8Array => hash('sha256', texto, 'buffer').subarray(0, 16);

/** A multiset of coupons, whatever their order: the fingerprints, sorted, hashed. */
function igualdad(db: Database, carga: number): Uint8Array {
  const total = createHash('sha256');
  const ordenadas = db.prepare('SELECT huella FROM borrador_cupon WHERE carga = ? ORDER BY huella');
  for (const cada of ordenadas.iterate(carga)) total.update(huellaFila.parse(cada).huella);
  return total.digest();
}

/** The drafts of a ledger (DESIGN.md, "Data on disk"). `random` gives numbers in [0, 1). */
export function openBorradores(db: Database, clock: Clock, random: () => number): Borradores {
  const ulid = monotonicFactory(random);
  const ahora = (): number => Math.trunc(clock.now());
  const buscar = db.prepare('SELECT carga FROM borrador WHERE ulid = ?');
  const insertar = db.prepare(
    'INSERT INTO borrador_cupon (carga, seq, archivo, hoja, fila, texto, huella) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const contar = db.prepare('SELECT count(*) AS n FROM borrador_cupon WHERE carga = ?');
  const ultimo = db.prepare('SELECT coalesce(max(seq), 0) AS n FROM borrador_cupon WHERE carga = ?');
  const previo = db.prepare(
    `SELECT u.ulid AS ulid, c.fila AS fila FROM cupon c JOIN upload u ON u.carga = c.carga
     WHERE c.huella = ? AND NOT EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga AND e.kind = 'abandonada')
     ORDER BY c.carga DESC, c.seq LIMIT 1`,
  );
  const iguales = db.prepare(
    `SELECT u.ulid AS ulid,
            EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga AND e.kind = 'terminada') AS terminada
     FROM upload u JOIN borrador b ON b.cuenta = u.cuenta
     WHERE b.carga = ? AND u.igualdad = ?
       AND NOT EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga
                       AND (e.kind = 'abandonada' OR (e.kind = 'decidida' AND e.detail LIKE '%"abandonar"%')))
     ORDER BY u.carga DESC`,
  );
  const igualFila = z.object({ ulid: z.string(), terminada: z.number() });

  const numero = (carga: string): number => {
    const encontrada = buscar.get(carga);
    if (encontrada === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
    return fila.parse(encontrada).carga;
  };
  const tirar = (n: number): void => {
    db.prepare('DELETE FROM borrador_cupon WHERE carga = ?').run(n);
    db.prepare('DELETE FROM borrador WHERE carga = ?').run(n);
  };
  return {
    crearBorrador({ cuenta, archivos }) {
      const id = ulid(ahora());
      guard(() =>
        db
          .prepare('INSERT INTO borrador (ulid, cuenta, archivos, creado) VALUES (?, ?, ?, ?)')
          .run(id, cuenta, JSON.stringify(archivos), ahora()),
      );
      return id;
    },
    agregarCupones(carga, filas) {
      const n = numero(carga);
      const escribir = db.transaction(() => {
        let seq = contado.parse(ultimo.get(n)).n;
        for (const cada of filas) {
          seq += 1;
          insertar.run(n, seq, cada.archivo, cada.hoja, cada.fila, cada.texto, huellaDe(cada.texto));
        }
      });
      guard(() => {
        escribir.immediate();
      });
    },
    agregarHallazgos(carga, archivo, { errores = [], avisos = [] }) {
      const n = numero(carga);
      const poner = db.prepare('INSERT INTO hallazgo (carga, n, tipo, archivo, detalle) VALUES (?, ?, ?, ?, ?)');
      const desde = db.prepare('SELECT coalesce(max(n), 0) AS n FROM hallazgo WHERE carga = ? AND tipo = ?');
      const escribir = db.transaction(() => {
        for (const [tipo, lista] of [['error', errores] as const, ['aviso', avisos] as const]) {
          let i = contado.parse(desde.get(n, tipo)).n;
          for (const cada of lista) poner.run(n, (i += 1), tipo, archivo, JSON.stringify(cada));
        }
      });
      guard(() => {
        escribir.immediate();
      });
    },
    descartarBorrador(carga) {
      const n = numero(carga);
      const escribir = db.transaction(() => {
        db.prepare('DELETE FROM hallazgo WHERE carga = ?').run(n);
        tirar(n);
      });
      guard(() => {
        escribir.immediate();
      });
    },
    cuponesDe: (carga) => contado.parse(contar.get(numero(carga))).n,
    igualesA(carga) {
      const n = numero(carga);
      const filas = iguales.all(n, igualdad(db, n)).map((cada) => igualFila.parse(cada));
      return {
        pendiente: filas.find((cada) => cada.terminada === 0)?.ulid ?? null,
        terminada: filas.find((cada) => cada.terminada === 1)?.ulid ?? null,
      };
    },
    yaEnviado(texto) {
      const encontrado = previo.get(huellaDe(texto));
      if (encontrado === undefined) return null;
      const leido = z.object({ ulid: z.string(), fila: z.number() }).parse(encontrado);
      return { carga: leido.ulid, fila: leido.fila };
    },
    congelar(carga, { marcador, nonce, porTanda }) {
      const n = numero(carga);
      const total = contado.parse(contar.get(n)).n;
      if (total === 0) throw new AppError('SIN_CUPONES');
      const campo = elegir(db, n, marcador);
      const elegido: Marcador | null = campo === null ? null : { campo, nonce };
      const escribir = db.transaction(() => {
        db.prepare(
          `INSERT INTO upload (carga, ulid, cuenta, archivos, creado, congelado, total, marcador, nonce, igualdad)
           SELECT carga, ulid, cuenta, archivos, creado, ?, ?, ?, ?, ? FROM borrador WHERE carga = ?`,
        ).run(ahora(), total, campo, elegido === null ? null : nonce, igualdad(db, n), n);
        copiar(db, n, elegido);
        tirar(n);
        const evento: Evento = {
          kind: 'congelada',
          total,
          marcador: elegido,
          numeros: 'texto',
          ...(porTanda === undefined ? {} : { porTanda }),
        };
        db.prepare('INSERT INTO event (carga, n, at, kind, detail) VALUES (?, 1, ?, ?, ?)').run(
          n,
          ahora(),
          evento.kind,
          JSON.stringify(evento),
        );
      });
      guard(() => {
        escribir.immediate();
      });
    },
  };
}

/** Coupons copied at a time: what is in memory while a draft is frozen. */
const TROZO = 1_000;

function copiar(db: Database, n: number, marcador: Marcador | null): void {
  if (marcador === null) {
    db.prepare('INSERT INTO cupon SELECT * FROM borrador_cupon WHERE carga = ?').run(n);
    return;
  }
  const leer = db.prepare('SELECT seq, texto FROM borrador_cupon WHERE carga = ? AND seq > ? ORDER BY seq LIMIT ?');
  const poner = db.prepare(
    'INSERT INTO cupon SELECT carga, seq, archivo, hoja, fila, ?, huella FROM borrador_cupon WHERE carga = ? AND seq = ?',
  );
  for (let seq = 0; ;) {
    const trozo = leer.all(n, seq, TROZO).map((cada) => cuponFila.parse(cada));
    for (const cada of trozo) poner.run(marcar(cada.texto, marcador, cada.seq), n, cada.seq);
    const fin = trozo.at(-1);
    if (fin === undefined) return;
    seq = fin.seq;
  }
}

/** The marker's field: the one asked for, which must be empty in every row; for 'auto' the highest that is, or none. */
function elegir(db: Database, n: number, marcador: MarcadorElegido): AuxiliarCampo | null {
  if (marcador === 'ninguno') return null;
  const usado = (campo: AuxiliarCampo): boolean =>
    db.prepare('SELECT 1 FROM borrador_cupon WHERE carga = ? AND instr(texto, ?) > 0 LIMIT 1').get(n, `"${campo}":`) !==
    undefined;
  if (marcador === 'auto') return [...AUXILIARES].reverse().find((campo) => !usado(campo)) ?? null;
  if (usado(marcador)) throw new AppError('MARCADOR_OCUPADO', { detail: { campo: marcador } });
  return marcador;
}
