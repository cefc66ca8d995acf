/** What a person asks of a view, checked against its fields and turned into a query of the cache. */
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { parseFechaHora } from '#domain/fecha-hora.ts';
import { parseMoney } from '#domain/money.ts';
import { plegar } from '#domain/plegar.ts';
import type { Metodo, Vista } from '#domain/vista.ts';
import { TABLAS, type Campo, type Consulta, type Filtro, type Valor } from '#storage/cache/index.ts';

/** What all the methods over a view ask alike. */
export type PedidoDeVista = MethodParsed<'datos.totales'> & Pick<MethodParsed<'datos.consultar'>, 'orden'>;
type FiltroPedido = NonNullable<PedidoDeVista['filtros']>[number];

const uso = (mensaje: string): AppError => new AppError('USO', { mensaje });
const FORMAS: Readonly<Record<Campo['tipo'], string>> = {
  texto: 'un texto',
  entero: 'un número entero',
  importe: 'un importe como 1234.50',
  fecha: 'una fecha AAAA-MM-DD',
  fechaHora: 'una fecha AAAA-MM-DD, con o sin hora',
  booleano: 'true o false',
  json: 'nada: por ese campo no se filtra',
};
const BOOLEANOS: Readonly<Record<string, number>> = { true: 1, false: 0, si: 1, sí: 1, no: 0 };

/** The values that a text stands for; undefined when it is none of its kind. Empty and `null` are what has no value. */
function valoresDe({ tipo }: Campo, texto: string): readonly Valor[] | undefined {
  if (tipo !== 'json' && (texto === '' || texto === 'null')) return tipo === 'texto' ? [null, ''] : [null];
  const uno = (valor: Valor | undefined): readonly Valor[] | undefined => (valor === undefined ? undefined : [valor]);
  switch (tipo) {
    case 'texto':
      return [texto.normalize('NFC')];
    case 'importe':
      return uno(parseMoney(texto, 'sin-miles'));
    case 'entero':
      return /^-?\d{1,15}$/.test(texto) ? [Number(texto)] : undefined;
    case 'fecha':
      return uno(parseIsoDate(texto));
    case 'fechaHora':
      return parseFechaHora(texto) === undefined ? undefined : [texto];
    case 'booleano':
      return uno(BOOLEANOS[texto.toLowerCase()]);
    case 'json':
      return undefined;
  }
}

/** Throws `USO`, naming the fields that there are. */
export function exigirCampo<C extends { readonly nombre: string }>(
  campos: readonly C[],
  nombre: string,
  vista: string,
): C {
  const campo = campos.find((cada) => cada.nombre === nombre);
  if (campo !== undefined) return campo;
  const nombres = campos.map((cada) => cada.nombre).join(', ');
  throw uso(`La vista ${vista} no tiene el campo «${nombre}». No se leyó nada. Los que tiene: ${nombres}.`);
}

/** What a filter compares with, and whether its kind of field can be compared so. Throws `USO`. */
function valoresDeFiltro(campo: Campo, { op = 'igual', valor }: FiltroPedido): readonly Valor[] {
  const { nombre, tipo } = campo;
  const noSirve = (motivo: string): AppError =>
    uso(`«${valor}» no sirve para filtrar por ${nombre}. No se leyó nada. ${motivo}`);
  if (tipo === 'json') throw noSirve(`Se espera ${FORMAS.json}.`);
  switch (op) {
    case 'vacio':
    case 'no_vacio':
      return [];
    case 'contiene':
      if (tipo !== 'texto') throw noSirve('Solo en los textos se busca una parte.');
      return [plegar(valor)];
    case 'mayor':
    case 'menor': {
      if (tipo === 'booleano') throw noSirve('Un sí o no no es mayor ni menor.');
      if (tipo === 'texto') {
        if (/^\d{1,15}(\.\d{1,15})?$/.test(valor)) return [Number(valor)];
        throw noSirve('Se espera un número.');
      }
      const valores = valor === '' || valor === 'null' ? undefined : valoresDe(campo, valor);
      if (valores === undefined) throw noSirve(`Se espera ${FORMAS[tipo]}.`);
      return valores;
    }
    case 'igual':
    case 'distinto': {
      const valores = valoresDe(campo, valor);
      if (valores === undefined) throw noSirve(`Se espera ${FORMAS[tipo]}.`);
      return valores;
    }
  }
}

/** Filters with the values of one field together where they are *or*. Throws `USO`, naming the fields that there are. */
export function filtrosDe(
  campos: readonly Campo[],
  vista: Vista,
  filtros: readonly FiltroPedido[] = [],
): readonly Filtro[] {
  const iguales = new Map<string, readonly Valor[]>();
  const otros: Filtro[] = [];
  for (const filtro of filtros) {
    const { campo: nombre, op = 'igual' } = filtro;
    const valores = valoresDeFiltro(exigirCampo(campos, nombre, vista), filtro);
    if (op === 'igual') iguales.set(nombre, [...(iguales.get(nombre) ?? []), ...valores]);
    else otros.push({ campo: nombre, op, valores });
  }
  return [...Array.from(iguales, ([campo, valores]): Filtro => ({ campo, valores })), ...otros];
}

/** Throws `USO` for a date that the view cannot be asked by. */
function exigirFecha(fechas: readonly string[], vista: Vista, campoFecha: string | undefined): void {
  if (campoFecha === undefined || fechas.includes(campoFecha)) return;
  const cuales = fechas.length === 0 ? 'no tiene fechas' : `se puede por: ${fechas.join(', ')}`;
  throw uso(`La vista ${vista} no se puede pedir por «${campoFecha}». No se leyó nada. Esa vista ${cuales}.`);
}

/** Throws `USO` for a field that the view does not have or a value that is not of its kind. */
export function consultaDe(metodo: Metodo, pedido: Omit<PedidoDeVista, 'vista' | 'cuenta'>): Consulta {
  const { campos, fechas } = TABLAS[metodo];
  const { desde, hasta, campoFecha, filtros, orden, texto, retiradas = false } = pedido;
  exigirFecha(fechas, metodo, campoFecha);
  if (orden !== undefined) {
    const ordenables = campos.filter(({ tipo }) => tipo !== 'json');
    exigirCampo(ordenables, orden.campo, metodo);
  }
  return { metodo, desde, hasta, campoFecha, filtros: filtrosDe(campos, metodo, filtros), texto, orden, retiradas };
}
