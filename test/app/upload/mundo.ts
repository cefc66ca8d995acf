import Database from 'better-sqlite3';
import { createUploads } from '#app/upload/index.ts';
import { AppError } from '#contract/errors.ts';
import { canonicalText } from '#domain/cupon.ts';
import { libroDe, type Libro } from '#storage/ledger/index.ts';
import { programaDe, type Programa } from '../../faults/programa.ts';
import { Reloj } from '../../faults/reloj.ts';
import { Servidor } from '../../faults/servidor.ts';
import { SIN_FALLAS } from '../../faults/sin-fallas.ts';
import { Transporte } from '../../faults/transporte.ts';

const LIMPIO: Partial<Programa> = { ...SIN_FALLAS, cupones: 8, porTanda: 3 };

/** An account over the simulated service, which does nothing but what `forzar` says. */
export function mundo(
  forzar: Partial<Programa>,
  con: (libro: Libro) => Libro = (libro) => libro,
  db: Database.Database = new Database(':memory:'),
) {
  const programa = programaDe(1, 'dentro', { ...LIMPIO, ...forzar });
  const limpio = {
    ...programa,
    rasgos: {
      ...programa.rasgos,
      lista: true,
      filas: 'si',
      maxLote: 0,
      numeros: 'texto',
      demoraForma: 'vacio',
    } as const,
  };
  const reloj = new Reloj();
  const servidor = new Servidor(limpio, reloj);
  const ledger = con(libroDe(db, { clock: reloj, random: () => 0.5 }));
  const salidas: string[] = [];
  const servicio = new Transporte({
    programa: limpio,
    reloj,
    servidor,
    cupones: [],
    alSalir: (_que, dato) => salidas.push(dato),
  });
  const uploads = createUploads({
    ledger,
    servicio,
    clock: reloj,
    random: Math.random,
    cuenta: 'c',
    ajustes: { porTanda: limpio.porTanda },
  });
  const borrador = (base: number, cuantos = 8, prefijo = 'r'): string => {
    const carga = ledger.crearBorrador({ cuenta: 'c', archivos: ['a'] });
    const filas = Array.from({ length: cuantos }, (_, i) => ({
      archivo: 0,
      hoja: null,
      fila: i + 2,
      texto: canonicalText({
        referencia: `${prefijo} ${String(base + i)}`,
        fecha_venta: '2026-10-01',
        importe: '1.00',
      }),
    }));
    ledger.agregarCupones(carga, filas);
    return carga;
  };
  /** The pages of a result, unless something else is said in their place. */
  const enVezDelResultado = (cuando: (id: string) => boolean, decir: () => Promise<undefined>): void => {
    const resultado = servicio.resultado.bind(servicio);
    servicio.resultado = async function* (...pedido) {
      if (cuando(pedido[0])) await decir();
      else yield* resultado(...pedido);
    };
  };
  const cortar = (): void => {
    const caido = (): Promise<never> => Promise.reject(new AppError('SIN_CONEXION'));
    servicio.ver = caido;
    enVezDelResultado(() => true, caido);
  };
  /** What the service says of a result whose reconciliation is still open. */
  const mientrasAbierta = (decir: () => Promise<undefined>): void => {
    enVezDelResultado((id) => servidor.conciliaciones.get(id)?.estado === 'PENDIENTE', decir);
  };
  /** What the service says of the header of a reconciliation that is still open. */
  const encabezadoOculto = (decir: () => Promise<undefined>): void => {
    const ver = servicio.ver.bind(servicio);
    servicio.ver = async (...pedido) =>
      servidor.conciliaciones.get(pedido[0])?.estado === 'PENDIENTE' ? decir() : ver(...pedido);
  };
  /** While it has none to list, the service says that there is no list. */
  const sinLista = (): void => {
    const listar = servicio.listar.bind(servicio);
    servicio.listar = async (...pedido) => {
      const lista = await listar(...pedido);
      return lista.conciliaciones.length > 0 ? lista : { conciliaciones: [], completa: false, negada: true };
    };
  };
  /** The result of a closed reconciliation is not found as long as this says so. */
  const mientrasCerrada = (falta: () => boolean): void => {
    const cerrada = (id: string): boolean => servidor.conciliaciones.get(id)?.estado === 'IMPORTADO';
    enVezDelResultado(
      (id) => cerrada(id) && falta(),
      () => Promise.resolve(undefined),
    );
  };
  return {
    cortar,
    encabezadoOculto,
    mientrasAbierta,
    mientrasCerrada,
    sinLista,
    uploads,
    ledger,
    borrador,
    reloj,
    salidas,
    servicio,
    servidor,
    signal: new AbortController().signal,
  };
}
