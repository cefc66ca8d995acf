import type { Resultado } from '#app/upload/index.ts';
import type { Cupon } from '#domain/cupon.ts';
import { claveComparable, type Evento } from '#domain/upload/index.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Persona } from './persona.ts';
import type { Programa } from './programa.ts';
import type { Fila, Reconciliacion, Servidor } from './servidor.ts';
import type { Transporte } from './transporte.ts';

export interface Juicio {
  readonly programa: Programa;
  readonly servidor: Servidor;
  readonly transporte: Transporte;
  readonly cupones: readonly Cupon[];
  readonly resultado: Resultado | null;
  readonly libro: Libro;
  readonly carga: string;
  readonly persona: Persona;
}

export interface Cuenta {
  readonly fallas: readonly string[];
  readonly perdidos: number;
  /** Doubled and not said. */
  readonly doblados: number;
  /** Doubled where no reading made could show it, outside what is assumed (docs/decisions/0007). */
  readonly invisibles: number;
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

/** How many of `tiene` exceed `debe`, key by key. */
function exceso(tiene: ReadonlyMap<string, number>, debe: ReadonlyMap<string, number>): number {
  let n = 0;
  for (const [cada, cuantos] of tiene) n += Math.max(0, cuantos - (debe.get(cada) ?? 0));
  return n;
}

/** The server's truth against what a finished upload says. Nothing is forgiven but what no reading made could have shown. */
export function juzgar(juicio: Juicio): Cuenta {
  const { programa, resultado, servidor } = juicio;
  const fallas = servidor.tocadas.map((que) => `I6: toca lo ajeno: ${que}`);
  if (resultado?.estado !== 'terminada') {
    const espera = resultado?.estado === 'interrumpida' && programa.rasgos.demoraForma === 'nunca';
    if (resultado?.estado !== 'abandonada' && !espera) fallas.push(`no termina: ${JSON.stringify(resultado)}`);
    return { fallas, perdidos: 0, doblados: 0, invisibles: 0 };
  }
  const { id } = resultado.resumen;
  fallas.push(...revisarTerminada(juicio, id, resultado.resumen));
  const perdidos = contarPerdidos(juicio, id, fallas);
  const { doblados, invisibles } = contarDoblados(juicio, resultado.resumen);
  if (perdidos > 0) fallas.push(`pierde ${String(perdidos)} cupones sin decirlo`);
  if (doblados > 0) fallas.push(`duplica ${String(doblados)} cupones sin decirlo`);
  return { fallas, perdidos, doblados, invisibles };
}

/** Coupons that are neither in the reconciliation nor named as missing. */
function contarPerdidos({ servidor, cupones, libro, carga }: Juicio, id: string | null, fallas: string[]): number {
  const final = id === null ? undefined : servidor.conciliaciones.get(id);
  const hay = contar((final?.filas ?? []).filter((fila) => fila.clase !== 'error').map((fila) => clave(fila.cupon)));
  const total = Object.values(libro.conteos(carga)).reduce((a, b) => a + b, 0);
  if (total !== cupones.length) fallas.push(`I7: ${String(total)} destinos para ${String(cupones.length)} cupones`);
  const dichos = libro.informePagina(carga, ['rechazado', 'no_informado', 'no_enviado'], 0, 1_000);
  const cubierto = new Map(hay);
  for (const fila of dichos) cubierto.set(clave(fila.cupon), (cubierto.get(clave(fila.cupon)) ?? 0) + 1);
  return exceso(contar(cupones.map(clave)), cubierto);
}

function contarDoblados(
  juicio: Juicio,
  { id, sinProbar }: { id: string | null; sinProbar: readonly string[] },
): { doblados: number; invisibles: number } {
  const { servidor, cupones, persona } = juicio;
  const debe = contar(cupones.map(clave));
  let doblados = 0;
  let invisibles = 0;
  for (const c of servidor.conciliaciones.values()) {
    if (!c.nuestra || c.muriendo) continue;
    if (c.id !== id) {
      // Whatever else is ours holds coupons a second time.
      if (persona.nombradas.has(c.id) || sinProbar.includes(c.id) || loReenvio(juicio, c)) continue;
      if (laVioAlguien(juicio, c)) doblados += c.filas.length;
      else invisibles += c.filas.length;
      continue;
    }
    if (persona.dobladas.has(c.id)) continue;
    const sobran = (filas: readonly Fila[]): number => exceso(contar(filas.map((fila) => clave(fila.cupon))), debe);
    const leida = juicio.transporte.leidas.get(c.id) ?? 0;
    const vistos = sobran(c.filas.filter((fila) => fila.llega <= leida || !fuera(juicio, fila)));
    doblados += vistos;
    invisibles += sobran(c.filas) - vistos;
  }
  return { doblados, invisibles };
}

/** Outside the assumption: what arrives later than D, or a second time after it was answered. */
const fuera = ({ programa }: Juicio, { repetida }: { readonly repetida: boolean }): boolean =>
  repetida || programa.familia === 'tarde';

/** A reading made after it came could show it: it was in a list that was read, or it had to be waited for. */
function laVioAlguien(juicio: Juicio, c: Reconciliacion): boolean {
  const listable = c.estado === 'IMPORTADO' || juicio.programa.rasgos.lista;
  return !fuera(juicio, c) || (listable && c.creada <= juicio.transporte.listada);
}

/** Told "it cannot be known", a person sent the first coupon again: the question says what that may leave behind. */
const loReenvio = ({ persona, programa }: Juicio, c: Reconciliacion): boolean =>
  persona.reenvios > 0 && !programa.rasgos.lista && c.estado === 'PENDIENTE' && c.filas.length <= 1;

/** I8: what is called finished was read, and what was read is what is there. */
function revisarTerminada(
  { libro, carga, servidor, transporte, programa, cupones }: Juicio,
  id: string | null,
  { conciliados, sinConciliar }: { conciliados: number; sinConciliar: number },
): readonly string[] {
  if (id === null) {
    const todos = libro.conteos(carga).rechazado === cupones.length;
    return todos ? [] : ['I8: termina sin conciliación ni rechazos'];
  }
  const fallas: string[] = [];
  const eventos = libro.eventos(carga);
  const leida = eventos.findLastIndex((evento) => evento.kind === 'leida');
  const aplicada = eventos.findLastIndex((evento) => evento.kind === 'aplicado');
  if (leida < 0 || leida < aplicada) fallas.push('I8: termina sin haber leído');
  const tarde =
    transporte.perdida !== null && (transporte.leidas.get(id) ?? 0) < transporte.perdida + programa.tardanzaMs;
  if (tarde) fallas.push('I8: termina sin leer después de D');
  const c = servidor.conciliaciones.get(id);
  if (c === undefined) fallas.push(`termina con la ${id}, que no está`);
  else if (c.estado !== 'IMPORTADO') fallas.push(`termina con la ${id} abierta`);
  const rechazados = libro.informePagina(carga, ['rechazado'], 0, 1_000).map(({ seq }) => seq);
  fallas.push(...dejadosALaPrimera(eventos, rechazados));
  const visibles = c?.filas.filter((fila) => fila.clase !== 'error').length ?? 0;
  if (programa.errados.length === 0 && conciliados + sinConciliar > visibles) {
    fallas.push('I7: dice más conciliados que los que hay');
  }
  return fallas;
}

/** After its last failure the coupon was sent alone and taken: when it is called refused, it is for what the service counted of it. */
function tomadoDespues(eventos: readonly Evento[], seq: number): boolean {
  const [fin] = eventos
    .slice(eventos.findLastIndex((evento) => evento.kind === 'intento' && evento.envio.desde === seq))
    .filter((evento) => evento.kind === 'aplicado' || evento.kind === 'no_aplicado');
  return fin?.kind === 'aplicado';
}

/** A coupon that the service failed for is called refused only when it failed for it twice, and took another after that (docs/decisions/0007). */
function dejadosALaPrimera(eventos: readonly Evento[], rechazados: readonly number[]): readonly string[] {
  const aplicada = eventos.findLastIndex((evento) => evento.kind === 'aplicado');
  return rechazados.flatMap((seq) => {
    const fallos = eventos.flatMap((evento, i) => {
      const de = evento.kind === 'no_aplicado' && evento.diagnostico.que === 'cupon' ? evento.diagnostico : null;
      return de?.seq === seq ? [{ i, sospecha: de.sospecha === true }] : [];
    });
    const ultimo = fallos.at(-1);
    if (ultimo?.sospecha !== true || tomadoDespues(eventos, seq)) return [];
    const probado = fallos.filter(({ sospecha }) => sospecha).length > 1 && ultimo.i < aplicada;
    return probado ? [] : [`rechaza el cupón ${String(seq)} sin probarlo otra vez`];
  });
}

/** What a loop that keeps no ledger leaves behind. */
export function juzgarIngenuo({ servidor, cupones }: Pick<Juicio, 'servidor' | 'cupones'>): Cuenta {
  const nuestras = [...servidor.conciliaciones.values()].filter((c) => c.nuestra && !c.muriendo);
  const hay = contar(
    nuestras.flatMap((c) => c.filas.filter((fila) => fila.clase !== 'error').map((fila) => clave(fila.cupon))),
  );
  const debe = contar(cupones.map(clave));
  const perdidos = exceso(debe, hay);
  const doblados = exceso(hay, debe);
  const fallas = perdidos + doblados > 0 ? ['pierde o duplica'] : [];
  return { fallas, perdidos, doblados, invisibles: 0 };
}
