import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { AppError, isAppError } from '#contract/errors.ts';
import { createUploads, type Resultado, type UploadsDeps } from '#app/upload/index.ts';
import { canonicalText, type Cupon } from '#domain/cupon.ts';
import type { ConciliacionesServicio } from '#domain/conciliacion.ts';
import { libroDe, type Libro } from '#storage/ledger/index.ts';
import { Azar } from './azar.ts';
import { juzgar, juzgarIngenuo, type Cuenta } from './juicio.ts';
import { vigilar } from './linea.ts';
import { Persona } from './persona.ts';
import type { Programa } from './programa.ts';
import { Reloj } from './reloj.ts';
import { Servidor } from './servidor.ts';
import { Transporte } from './transporte.ts';

/** The process died: nothing of it may go on. */
class Caida extends Error {}

/** What a test may break, to see that it is caught. */
export interface Averia {
  readonly protocolo?: UploadsDeps['protocolo'];
  readonly ledger?: (ledger: Libro) => Libro;
  readonly servicio?: (servicio: ConciliacionesServicio) => ConciliacionesServicio;
  /** Another way of uploading altogether. */
  readonly conductor?: (
    servicio: ConciliacionesServicio,
    cuerpos: readonly Cupon[],
    programa: Programa,
  ) => Promise<void>;
}

export interface Veredicto extends Cuenta {
  readonly decisiones: number;
  /** What was asked, to count which questions are frequent. */
  readonly preguntas: readonly string[];
  readonly pedidos: number;
  readonly estado: string;
  readonly relato: readonly string[];
}

const PLANTILLA = new Map<string, Buffer>();

/** An empty ledger in memory: what a commit leaves in it is what the disk would hold. */
function disco(): Database.Database {
  const hecha = PLANTILLA.get('ledger');
  if (hecha !== undefined) return new Database(hecha);
  const db = new Database(':memory:');
  libroDe(db, { clock: new Reloj(), random: () => 0.5 });
  const bytes = db.serialize();
  PLANTILLA.set('ledger', bytes);
  return new Database(bytes);
}

function cuponesDe(programa: Programa): readonly Cupon[] {
  return Array.from({ length: programa.cupones }, (_, i) => {
    const base: Cupon = {
      fecha_venta: '2026-10-01',
      comprobante: '000123',
      tarjeta_nro: '0042',
      importe: '1500.50',
      ...(i % 5 === 4 ? { wallet_referencia: `W${String(i)}`, wallet_tipo_operacion: 'SETTLEMENT' } : {}),
    };
    const igual = programa.iguales && !programa.malos.includes(i + 1);
    return igual ? base : { ...base, referencia: `r ${String(i + 1)}` };
  });
}

/**
 * One schedule, from the first send until the upload ends, with every restart and every answer that it needs. `onLedger` is shown the ledger
 * that it leaves.
 */
export async function correr(
  programa: Programa,
  averia: Averia = {},
  onLedger?: (db: Database.Database) => void,
): Promise<Veredicto> {
  const db = disco();
  try {
    const veredicto = await correrEn(db, programa, averia);
    onLedger?.(db);
    return veredicto;
  } finally {
    // What SQLite holds is outside of the heap: left to the garbage collector it would grow by a megabyte a schedule. And a schedule is
    // nothing but microtasks: unless the event loop turns, what native objects leave behind is never freed (100,000 took 22 GB).
    db.close();
    await setImmediate();
  }
}

async function correrEn(db: Database.Database, programa: Programa, averia: Averia): Promise<Veredicto> {
  const reloj = new Reloj();
  const servidor = new Servidor(programa, reloj);
  const azar = new Azar(programa.semilla + 5);
  const cupones = cuponesDe(programa);
  const fallas: string[] = [];
  const persona = new Persona(azar, servidor);
  let pedidos = 0;
  const transporte: Transporte = new Transporte({
    programa,
    reloj,
    servidor,
    cupones,
    alSalir: (que, dato) => {
      pedidos += 1;
      if (averia.conductor === undefined) vigilante(que, dato);
    },
  });
  const vigilante = vigilar({
    db,
    programa,
    servidor,
    reloj,
    transporte: () => transporte,
    reenvios: () => persona.reenvios,
    fallas,
  });
  const servicio = averia.servicio?.(transporte) ?? transporte;
  if (averia.conductor !== undefined) {
    await averia.conductor(servicio, cupones, programa);
    reloj.agotar();
    const cuenta = juzgarIngenuo({ servidor, cupones });
    return { ...cuenta, decisiones: 0, preguntas: [], pedidos, estado: 'sin', relato: servidor.relato };
  }
  if (programa.rasgos.conocida) {
    const { lista, filas } = programa.rasgos;
    abrir(db, reloj, azar).aprender('c', { lista, filas: filas === 'si', numeros: null, tamano: null });
  }
  let limites = 0;
  let commits = 0;
  let carga = '';
  let libro = abrir(db, reloj, azar);
  const preguntas: string[] = [];
  let resultado: Resultado | null = null;
  const caer = (en: 'limite' | 'commit', k: number, despues: boolean): void => {
    const caida = programa.caidas.find((cada) => cada.en === en && cada.k === k && cada.despues === despues);
    if (caida === undefined) return;
    servidor.contar(`el programa muere (${en} ${String(k)}${despues ? ', después' : ', antes'})`);
    throw new Caida();
  };
  for (let vuelta = 0; vuelta < 60; vuelta += 1) {
    const vivo = { muerto: false };
    libro = abrir(db, reloj, azar);
    const disponible = sobreDisco(libro, vivo, (escribir) => {
      const k = (commits += 1) - 1;
      caer('commit', k, false);
      if (programa.discoLleno.includes(k)) {
        servidor.contar('el disco está lleno');
        throw new AppError('DISCO_LLENO');
      }
      escribir();
      caer('commit', k, true);
    });
    const uploads = createUploads({
      ledger: averia.ledger?.(disponible) ?? disponible,
      servicio,
      clock: reloj,
      random: azar.real,
      cuenta: 'c',
      ajustes: { tardanzaMs: programa.tardanzaMs, porTanda: programa.porTanda, esperaMs: 300_000, estableMs: 6_000 },
      ...(averia.protocolo === undefined ? {} : { protocolo: averia.protocolo }),
      onBoundary: () => {
        const k = (limites += 1) - 1;
        try {
          caer('limite', k, true);
        } catch (error) {
          vivo.muerto = true;
          throw error;
        }
      },
    });
    const signal = new AbortController().signal;
    try {
      if (carga === '') carga = redactar(libro, cupones);
      const marcador = programa.marcador ? 'auto' : 'ninguno';
      if (libro.upload(carga) === undefined) resultado = await uploads.iniciar(carga, { marcador }, signal);
      else if (resultado?.estado === 'necesita_decision') {
        resultado = await uploads.decidir(carga, persona.responder(resultado), signal);
      } else resultado = await uploads.retomar(carga, signal);
    } catch (error) {
      if (isAppError(error, 'DISCO_LLENO') && libro.upload(carga) === undefined) {
        // Nothing is on its way yet: the person makes room and sends again.
        reloj.avanzar(60_000);
        continue;
      }
      if (!(error instanceof Caida)) {
        fallas.push(`se rompe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        break;
      }
      resultado = null;
      const caida = programa.caidas.find((cada) => cada.pausaMs >= 0);
      reloj.avanzar(caida?.pausaMs ?? 0);
      // Another process: its monotonic clock begins anywhere.
      reloj.origen = reloj.t - azar.entero(0, 1_000_000);
      continue;
    }
    servidor.contar(`queda ${resultado.estado}${'codigo' in resultado ? ` ${resultado.codigo}` : ''}`);
    if (resultado.estado === 'terminada' || resultado.estado === 'abandonada') break;
    if (resultado.estado === 'necesita_decision') {
      persona.oir(resultado);
      preguntas.push(resultado.pregunta);
    } else {
      reloj.avanzar(60_000);
      if (resultado.codigo === 'ESPERA_AGOTADA' && programa.rasgos.demoraForma === 'nunca') break;
    }
  }
  reloj.agotar();
  const cuenta = juzgar({ programa, servidor, transporte, cupones, resultado, libro, carga, persona });
  return {
    ...cuenta,
    fallas: [
      ...fallas,
      ...(fallas.length > 0 ? cuenta.fallas.filter((f) => !f.startsWith('no termina')) : cuenta.fallas),
    ],
    decisiones: persona.veces,
    preguntas,
    pedidos,
    estado: resultado?.estado ?? 'sin',
    relato: servidor.relato,
  };
}

function redactar(libro: Libro, cupones: readonly Cupon[]): string {
  const carga = libro.crearBorrador({ cuenta: 'c', archivos: ['a.xlsx'] });
  libro.agregarCupones(
    carga,
    cupones.map((cupon, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto: canonicalText(cupon) })),
  );
  return carga;
}

const abrir = (db: Database.Database, reloj: Reloj, azar: Azar): Libro =>
  libroDe(db, { clock: reloj, random: azar.real });

/** The ledger as a process sees it whose disk may fail, or which may die, around any commit. A dead process writes nothing. */
function sobreDisco(libro: Libro, vivo: { muerto: boolean }, commit: (escribir: () => void) => void): Libro {
  const conMuerte = (escribir: () => void): void => {
    if (vivo.muerto) throw new Caida();
    try {
      commit(escribir);
    } catch (error) {
      if (error instanceof Caida) vivo.muerto = true;
      throw error;
    }
  };
  return {
    ...libro,
    anotar: (carga, eventos) => {
      conMuerte(() => {
        libro.anotar(carga, eventos);
      });
    },
    congelar: (carga, opciones) => {
      conMuerte(() => {
        libro.congelar(carga, opciones);
      });
    },
    aprender: (cuenta, aprendido) => {
      conMuerte(() => {
        libro.aprender(cuenta, aprendido);
      });
    },
  };
}
