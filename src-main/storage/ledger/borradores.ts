import type { Database } from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { AUXILIARES, type AuxiliarCampo } from '#domain/cupon.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import type { Evento, Marcador } from '#domain/upload/index.ts';
import { monotonicFactory } from 'ulid';
import { z } from 'zod';
import { encodeEvent } from './event-codec.ts';
import { huellaDe } from './huella.ts';
import { Multiconjunto } from './multiconjunto.ts';
import { openSentCoupons } from './sent-coupons.ts';
import { guard } from './sqlite-error.ts';
import type { Borradores, MarcadorElegido } from './tipos.ts';

const contado = z.object({ n: z.number() });
const borradorFila = z.object({
  carga: z.number(),
  cupones: z.number(),
  igualdad: z.instanceof(Uint8Array),
  auxiliares: z.string(),
});
const usadosForma = z.array(z.enum(AUXILIARES));

/** The drafts of a ledger (docs/architecture.md, "Data on disk"). `random` gives numbers in [0, 1). */
export function openBorradores(db: Database, clock: Clock, random: () => number): Borradores {
  const ulid = monotonicFactory(random);
  const ahora = (): number => Math.trunc(clock.now());
  const buscar = db.prepare('SELECT carga, cupones, igualdad, auxiliares FROM borrador WHERE ulid = ?');
  const insertar = db.prepare(
    'INSERT INTO cupon (carga, seq, archivo, hoja, fila, texto, huella, ocurrencia) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const sumar = db.prepare('UPDATE borrador SET cupones = ?, igualdad = ?, auxiliares = ? WHERE carga = ?');
  const equalOnes = db
    .prepare<[Buffer, number], number>('SELECT count(*) FROM cupon WHERE huella = ? AND carga = ?')
    .pluck();
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

  const borrador = (carga: string): z.infer<typeof borradorFila> => {
    const encontrado = buscar.get(carga);
    if (encontrado === undefined) throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
    return borradorFila.parse(encontrado);
  };
  return {
    crearBorrador({ cuenta, archivos }) {
      const id = ulid(ahora());
      guard(() =>
        db
          .prepare(
            `INSERT INTO borrador (ulid, cuenta, archivos, creado, cupones, igualdad, auxiliares)
             VALUES (?, ?, ?, ?, 0, ?, '[]')`,
          )
          .run(id, cuenta, JSON.stringify(archivos.map(maskCertainCards)), ahora(), Multiconjunto.vacio()),
      );
      return id;
    },
    agregarCupones(carga, filas) {
      const escribir = db.transaction(() => {
        const { carga: n, cupones, igualdad, auxiliares } = borrador(carga);
        const suma = new Multiconjunto(igualdad);
        const usados = new Set(usadosForma.parse(JSON.parse(auxiliares)));
        let seq = cupones;
        for (const { archivo, hoja, fila, texto, ocurrencia } of filas) {
          const huella = huellaDe(texto);
          const vez = ocurrencia ?? (equalOnes.get(huella, n) ?? 0) + 1;
          insertar.run(n, (seq += 1), archivo, hoja, fila, texto, huella, vez);
          suma.agregar(huella);
          if (texto.includes('"auxiliar_')) anotarUsados(usados, texto);
        }
        sumar.run(seq, suma.bytes(), JSON.stringify([...usados]), n);
      });
      guard(() => {
        escribir.immediate();
      });
    },
    agregarHallazgos(carga, archivo, { hoja, errores = [], avisos = [] }) {
      const { carga: n } = borrador(carga);
      const poner = db.prepare('INSERT INTO hallazgo (carga, n, tipo, archivo, detalle) VALUES (?, ?, ?, ?, ?)');
      const desde = db.prepare('SELECT coalesce(max(n), 0) AS n FROM hallazgo WHERE carga = ? AND tipo = ?');
      const enHoja = hoja === undefined ? {} : { hoja };
      const escribir = db.transaction(() => {
        for (const [tipo, lista] of [['error', errores] as const, ['aviso', avisos] as const]) {
          let i = contado.parse(desde.get(n, tipo)).n;
          for (const cada of lista)
            poner.run(n, (i += 1), tipo, maskCertainCards(archivo), JSON.stringify({ ...cada, ...enHoja }));
        }
      });
      guard(() => {
        escribir.immediate();
      });
    },
    descartarBorrador(carga) {
      const { carga: n } = borrador(carga);
      const escribir = db.transaction(() => {
        db.prepare('DELETE FROM hallazgo WHERE carga = ?').run(n);
        db.prepare('DELETE FROM cupon WHERE carga = ?').run(n);
        db.prepare('DELETE FROM borrador WHERE carga = ?').run(n);
      });
      guard(() => {
        escribir.immediate();
      });
    },
    cuponesDe: (carga) => borrador(carga).cupones,
    igualesA(carga) {
      const { carga: n, igualdad } = borrador(carga);
      const filas = iguales.all(n, igualdad).map((cada) => igualFila.parse(cada));
      return {
        pendiente: filas.find((cada) => cada.terminada === 0)?.ulid ?? null,
        terminada: filas.find((cada) => cada.terminada === 1)?.ulid ?? null,
      };
    },
    openSent: (isGone = () => false) => openSentCoupons(db, isGone),
    congelar(carga, { marcador, nonce, porTanda }) {
      const { carga: n, cupones: total, igualdad, auxiliares } = borrador(carga);
      if (total === 0) throw new AppError('SIN_CUPONES');
      const campo = elegir(usadosForma.parse(JSON.parse(auxiliares)), marcador);
      const elegido: Marcador | null = campo === null ? null : { campo, nonce };
      const evento: Evento = {
        kind: 'congelada',
        total,
        marcador: elegido,
        numeros: 'texto',
        ...(porTanda === undefined ? {} : { porTanda }),
      };
      const escribir = db.transaction(() => {
        db.prepare(
          `INSERT INTO upload (carga, ulid, cuenta, archivos, creado, congelado, total, marcador, nonce, igualdad)
           SELECT carga, ulid, cuenta, archivos, creado, ?, ?, ?, ?, ? FROM borrador WHERE carga = ?`,
        ).run(ahora(), total, campo, elegido === null ? null : nonce, igualdad, n);
        db.prepare('DELETE FROM borrador WHERE carga = ?').run(n);
        db.prepare('INSERT INTO event (carga, n, at, kind, detail) VALUES (?, 1, ?, ?, ?)').run(
          n,
          ahora(),
          evento.kind,
          encodeEvent(evento),
        );
      });
      guard(() => {
        escribir.immediate();
      });
    },
  };
}

/** Adds the auxiliares that a canonical text has. A quote inside a value is escaped there: it cannot be taken for a field's name. */
function anotarUsados(usados: Set<AuxiliarCampo>, texto: string): void {
  for (const campo of AUXILIARES) if (!usados.has(campo) && texto.includes(`"${campo}":`)) usados.add(campo);
}

/** The marker's field: the one asked for, which must be empty in every row; for 'auto' the highest that is, or none. */
function elegir(usados: readonly AuxiliarCampo[], marcador: MarcadorElegido): AuxiliarCampo | null {
  if (marcador === 'ninguno') return null;
  if (marcador === 'auto') return [...AUXILIARES].reverse().find((campo) => !usados.includes(campo)) ?? null;
  if (usados.includes(marcador)) throw new AppError('MARCADOR_OCUPADO', { detail: { campo: marcador } });
  return marcador;
}
