import Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { createUploads, type Resultado, type UploadsDeps } from '#app/upload/index.ts';
import { canonicalText, type Cupon } from '#domain/cupon.ts';
import { claveComparable, type Evento } from '#domain/upload/index.ts';
import type { ConciliacionesServicio } from '#domain/conciliacion.ts';
import { libroDe, type Libro } from '#storage/ledger/index.ts';
import { Azar } from './azar.ts';
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

export interface Veredicto {
  readonly fallas: readonly string[];
  readonly decisiones: number;
  readonly perdidos: number;
  readonly doblados: number;
  /** Doubled, and said so. */
  readonly avisados: number;
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

/** One schedule, from the first send until the upload ends, with every restart and every answer that it needs. */
export async function correr(programa: Programa, averia: Averia = {}): Promise<Veredicto> {
  const reloj = new Reloj();
  const servidor = new Servidor(programa, reloj);
  const azar = new Azar(programa.semilla + 5);
  const cupones = cuponesDe(programa);
  const fallas: string[] = [];
  const db = disco();
  let libro: Libro | undefined;
  let carga = '';
  let pedidos = 0;
  const cuerpos = new Map<string, string>();
  const transporte = new Transporte({
    programa,
    reloj,
    servidor,
    cupones,
    alSalir: (que, dato) => {
      pedidos += 1;
      if (averia.conductor === undefined) revisarSalida({ db, que, dato, cuerpos, fallas });
    },
  });
  const servicio = averia.servicio?.(transporte) ?? transporte;
  if (averia.conductor !== undefined) {
    await averia.conductor(servicio, cupones, programa);
    reloj.agotar();
    return juzgar({
      programa,
      servidor,
      cupones,
      fallas,
      decisiones: 0,
      pedidos,
      resultado: null,
      libro: null,
      carga,
      avisos: 0,
    });
  }
  if (programa.rasgos.conocida) {
    const { lista, filas } = programa.rasgos;
    abrir(db, reloj, azar).aprender('c', { lista, filas: filas === 'si', numeros: null, tamano: null });
  }
  let limites = 0;
  let commits = 0;
  let decisiones = 0;
  let avisos = 0;
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
      if (carga === '') {
        carga = libro.crearBorrador({ cuenta: 'c', archivos: ['a.xlsx'] });
        libro.agregarCupones(
          carga,
          cupones.map((cupon, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto: canonicalText(cupon) })),
        );
      }
      const congelada = libro.upload(carga) !== undefined;
      if (!congelada)
        resultado = await uploads.iniciar(carga, { marcador: programa.marcador ? 'auto' : 'ninguno' }, signal);
      else if (resultado?.estado === 'necesita_decision') {
        const clave = elegir(
          resultado.opciones.map((opcion) => opcion.clave),
          decisiones,
          { azar, servidor },
        );
        servidor.contar(`una persona decide: ${resultado.pregunta} → ${clave}`);
        if (resultado.codigo === 'DUPLICACION_DETECTADA') avisos += 1;
        resultado = await uploads.decidir(carga, clave, signal);
      } else resultado = await uploads.retomar(carga, signal);
    } catch (error) {
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
      decisiones += 1;
      if (/puede ser (la|un envío) nuestr|no se puede saber/.test(resultado.pregunta)) avisos += 1;
    } else {
      reloj.avanzar(60_000);
      if (resultado.codigo === 'ESPERA_AGOTADA' && programa.rasgos.demoraForma === 'nunca') break;
    }
  }
  // Beyond D, what arrives after the last reading is shown by no reading: it is judged as it stood then.
  if (programa.familia === 'dentro') reloj.agotar();
  return juzgar({
    programa,
    servidor,
    cupones,
    fallas,
    decisiones,
    pedidos,
    resultado,
    libro: libro ?? null,
    carga,
    avisos,
  });
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

/**
 * A person who looks before answering: adopts and deletes only what is theirs. One who is asked again and again gives up; what nobody can see
 * is answered somehow.
 */
function elegir(
  claves: readonly string[],
  veces: number,
  { azar, servidor }: { azar: Azar; servidor: Servidor },
): string {
  const suya = (clave: string): boolean => servidor.conciliaciones.get(clave.split(':')[1] ?? '')?.nuestra === true;
  const ciertas = claves.filter((clave) => clave.includes(':') && suya(clave));
  const cierta = ciertas[0];
  if (cierta !== undefined && veces <= 4) return cierta;
  const otras = claves.filter((clave) => clave !== 'abandonar' && !clave.includes(':'));
  return veces > 4 || azar.si(0.1) || otras.length === 0 ? 'abandonar' : azar.uno(otras);
}

interface Salida {
  readonly db: Database.Database;
  readonly que: 'envio' | 'borrado';
  readonly dato: string;
  readonly cuerpos: Map<string, string>;
  readonly fallas: string[];
}

/** I1, I2 and I4, seen from the line: what leaves is what the disk says was attempted last, with the bytes it always had. */
function revisarSalida({ db, que, dato, cuerpos, fallas }: Salida): void {
  const filas = db.prepare('SELECT detail FROM event ORDER BY carga, n').all() as { detail: string }[];
  const eventos = filas.map((fila) => JSON.parse(fila.detail) as Evento);
  const ultimo = eventos.findLast((evento) => evento.kind !== 'reanudada');
  if (que === 'borrado') {
    const porPersona = ultimo?.kind === 'decidida' && ultimo.clave === `borrar:${dato}`;
    if (!porPersona && !(ultimo?.kind === 'intento_borrar' && ultimo.id === dato))
      fallas.push(`I1: se borra ${dato} sin intento`);
    return;
  }
  if (ultimo?.kind !== 'intento') {
    fallas.push(`I1: sale un envío y lo último en disco es ${ultimo?.kind ?? 'nada'}`);
    return;
  }
  const { envio } = ultimo;
  const clave = `${String(envio.generacion)}/${String(envio.n)}`;
  const previo = cuerpos.get(clave);
  if (previo !== undefined && previo !== dato) fallas.push(`I4: la tanda ${clave} cambió sus bytes`);
  cuerpos.set(clave, dato);
}

interface Juicio {
  readonly programa: Programa;
  readonly servidor: Servidor;
  readonly cupones: readonly Cupon[];
  readonly fallas: string[];
  readonly decisiones: number;
  readonly pedidos: number;
  readonly resultado: Resultado | null;
  readonly libro: Libro | null;
  readonly carga: string;
  readonly avisos: number;
}

const clave = (cupon: Cupon): string => {
  const { auxiliar_1: _1, auxiliar_2: _2, auxiliar_3: _3, auxiliar_4: _4, auxiliar_5: _5, ...resto } = cupon;
  return claveComparable(resto, null);
};

function contar(claves: Iterable<string>): Map<string, number> {
  const total = new Map<string, number>();
  for (const cada of claves) total.set(cada, (total.get(cada) ?? 0) + 1);
  return total;
}

/** The server's truth against what the program says. */
function juzgar(juicio: Juicio): Veredicto {
  const { programa, servidor, cupones, fallas, decisiones, pedidos, resultado, libro, carga, avisos } = juicio;
  fallas.push(...servidor.tocadas.map((que) => `toca lo ajeno: ${que}`));
  const nuestras = [...servidor.conciliaciones.values()].filter((c) => c.nuestra && !c.muriendo);
  const hay = contar(
    nuestras.flatMap((c) => c.filas.filter((fila) => fila.clase !== 'error').map((fila) => clave(fila.cupon))),
  );
  const naive = libro === null;
  const terminada = naive || resultado?.estado === 'terminada';
  const dichos: Cupon[] = [];
  if (libro !== null && terminada) {
    const filas = libro.informePagina(carga, ['rechazado', 'no_informado', 'no_enviado'], 0, 1_000);
    dichos.push(...filas.filter((fila) => fila.disposicion !== 'no_informado').map((fila) => fila.cupon));
    const total = Object.values(libro.conteos(carga)).reduce((a, b) => a + b, 0);
    if (total !== cupones.length) fallas.push(`I7: ${String(total)} destinos para ${String(cupones.length)} cupones`);
    const avisados = filas.filter((fila) => fila.disposicion === 'no_informado');
    for (const fila of avisados) if ((hay.get(clave(fila.cupon)) ?? 0) === 0) dichos.push(fila.cupon);
    revisarTerminada(juicio, fallas);
  }
  const debe = contar(cupones.map(clave));
  for (const cupon of dichos) debe.set(clave(cupon), (debe.get(clave(cupon)) ?? 0) - 1);
  let perdidos = 0;
  let doblados = 0;
  for (const [cada, cuantos] of debe) {
    perdidos += Math.max(0, cuantos - (hay.get(cada) ?? 0));
    doblados += Math.max(0, (hay.get(cada) ?? 0) - Math.max(cuantos, 0));
  }
  const avisados = terminada && avisos > 0 ? doblados : 0;
  if (terminada && perdidos > 0) fallas.push(`pierde ${String(perdidos)} cupones sin decirlo`);
  if (terminada && doblados > avisados) fallas.push(`duplica ${String(doblados)} cupones sin decirlo`);
  const espera = resultado?.estado === 'interrumpida' && programa.rasgos.demoraForma === 'nunca';
  if (!naive && !terminada && resultado?.estado !== 'abandonada' && !espera && fallas.length === 0) {
    fallas.push(`no termina: ${JSON.stringify(resultado)}`);
  }
  return {
    fallas,
    decisiones,
    perdidos: terminada ? perdidos : 0,
    doblados: terminada ? doblados : 0,
    avisados,
    pedidos,
    estado: resultado?.estado ?? 'sin',
    relato: servidor.relato,
  };
}

/** I8: what is called finished was read, and what was read is what is there. */
function revisarTerminada({ libro, carga, servidor, resultado, programa, cupones }: Juicio, fallas: string[]): void {
  if (libro === null || resultado?.estado !== 'terminada') return;
  const eventos = libro.eventos(carga);
  const { resumen } = resultado;
  if (resumen.id === null) {
    if (libro.conteos(carga).rechazado !== cupones.length) fallas.push('I8: termina sin conciliación ni rechazos');
    return;
  }
  const leida = eventos.findLastIndex((evento) => evento.kind === 'leida');
  const aplicada = eventos.findLastIndex((evento) => evento.kind === 'aplicado');
  if (leida < 0 || leida < aplicada) fallas.push('I8: termina sin haber leído');
  const c = servidor.conciliaciones.get(resumen.id);
  if (c === undefined) fallas.push(`termina con la ${resumen.id}, que no está`);
  else if (c.estado !== 'IMPORTADO') fallas.push(`termina con la ${resumen.id} abierta`);
  const conciliables = resumen.conciliados + resumen.sinConciliar;
  const visibles = c?.filas.filter((fila) => fila.clase !== 'error').length ?? 0;
  if (programa.errados.length === 0 && conciliables > visibles) fallas.push('dice más conciliados que los que hay');
}
