/** What a person asks of a view, checked against its fields and turned into a query of the cache. */
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { parseDateTime } from '#domain/date-time.ts';
import { parseMoney } from '#domain/money.ts';
import { fold } from '#domain/fold-text.ts';
import type { ServiceMethod, Vista } from '#domain/vista.ts';
import { TABLES, type Field, type Query, type Filter, type Valor } from '#storage/cache/index.ts';

/** The part of a request that all methods over a view have in common. */
export type ViewRequest = MethodParsed<'datos.totales'> & Pick<MethodParsed<'datos.consultar'>, 'orden'>;
type FilterRequest = NonNullable<ViewRequest['filtros']>[number];

const uso = (mensaje: string): AppError => new AppError('USO', { mensaje });
const SHAPES: Readonly<Record<Field['tipo'], string>> = {
  texto: 'un texto',
  entero: 'un número entero',
  importe: 'un importe como 1234.50',
  fecha: 'una fecha AAAA-MM-DD',
  fechaHora: 'una fecha AAAA-MM-DD, con o sin hora',
  booleano: 'true o false',
  json: 'nada: por ese campo no se filtra',
};
const BOOLEANS: Readonly<Record<string, number>> = { true: 1, false: 0, si: 1, sí: 1, no: 0 };

/** The values that a text stands for; undefined when the text is not of the field's kind. Empty and `null` mean no value. */
function valuesOf({ tipo }: Field, texto: string): readonly Valor[] | undefined {
  if (tipo !== 'json' && (texto === '' || texto === 'null')) return tipo === 'texto' ? [null, ''] : [null];
  const asList = (valor: Valor | undefined): readonly Valor[] | undefined =>
    valor === undefined ? undefined : [valor];
  switch (tipo) {
    case 'texto':
      return [texto.normalize('NFC')];
    case 'importe':
      return asList(parseMoney(texto, 'sin-miles'));
    case 'entero':
      return /^-?\d{1,15}$/.test(texto) ? [Number(texto)] : undefined;
    case 'fecha':
      return asList(parseIsoDate(texto));
    case 'fechaHora':
      return parseDateTime(texto) === undefined ? undefined : [texto];
    case 'booleano':
      return asList(BOOLEANS[texto.toLowerCase()]);
    case 'json':
      return undefined;
  }
}

/** Finds a field by its name. Throws `USO` with the names of the fields that exist. */
export function requireField<C extends { readonly nombre: string }>(
  campos: readonly C[],
  nombre: string,
  vista: string,
): C {
  const campo = campos.find((each) => each.nombre === nombre);
  if (campo !== undefined) return campo;
  const nombres = campos.map((each) => each.nombre).join(', ');
  throw uso(`La vista ${vista} no tiene el campo «${nombre}». No se leyó nada. Los que tiene: ${nombres}.`);
}

/** The values that a filter compares with. Throws `USO` when its kind of field cannot be compared so. */
function filterValues(campo: Field, { op = 'igual', valor }: FilterRequest): readonly Valor[] {
  const { nombre, tipo } = campo;
  const invalidFilter = (motivo: string): AppError =>
    uso(`«${valor}» no sirve para filtrar por ${nombre}. No se leyó nada. ${motivo}`);
  if (tipo === 'json') throw invalidFilter(`Se espera ${SHAPES.json}.`);
  switch (op) {
    case 'vacio':
    case 'no_vacio':
      return [];
    case 'contiene':
      if (tipo !== 'texto') throw invalidFilter('Solo en los textos se busca una parte.');
      return [fold(valor)];
    case 'mayor':
    case 'menor': {
      if (tipo === 'booleano') throw invalidFilter('Un sí o no no es mayor ni menor.');
      if (tipo === 'texto') {
        if (/^\d{1,15}(\.\d{1,15})?$/.test(valor)) return [Number(valor)];
        throw invalidFilter('Se espera un número.');
      }
      const valores = valor === '' || valor === 'null' ? undefined : valuesOf(campo, valor);
      if (valores === undefined) throw invalidFilter(`Se espera ${SHAPES[tipo]}.`);
      return valores;
    }
    case 'igual':
    case 'distinto': {
      const valores = valuesOf(campo, valor);
      if (valores === undefined) throw invalidFilter(`Se espera ${SHAPES[tipo]}.`);
      return valores;
    }
  }
}

/** The filters; values of one field that are joined by *or* are together. Throws `USO` with the names of the fields that exist. */
export function filtersOf(
  campos: readonly Field[],
  vista: Vista,
  filtros: readonly FilterRequest[] = [],
): readonly Filter[] {
  const iguales = new Map<string, readonly Valor[]>();
  const others: Filter[] = [];
  for (const filtro of filtros) {
    const { campo: nombre, op = 'igual' } = filtro;
    const valores = filterValues(requireField(campos, nombre, vista), filtro);
    if (op === 'igual') iguales.set(nombre, [...(iguales.get(nombre) ?? []), ...valores]);
    else others.push({ campo: nombre, op, valores });
  }
  return [...Array.from(iguales, ([campo, valores]): Filter => ({ campo, valores })), ...others];
}

/** Throws `USO` for a date that the view cannot be asked by. */
function requireDateField(fechas: readonly string[], vista: Vista, campoFecha: string | undefined): void {
  if (campoFecha === undefined || fechas.includes(campoFecha)) return;
  const which = fechas.length === 0 ? 'no tiene fechas' : `se puede por: ${fechas.join(', ')}`;
  throw uso(`La vista ${vista} no se puede pedir por «${campoFecha}». No se leyó nada. Esa vista ${which}.`);
}

/** Throws `USO` for a field that the view does not have or a value that is not of its kind. */
export function queryOf(metodo: ServiceMethod, request: Omit<ViewRequest, 'vista' | 'cuenta'>): Query {
  const { campos, fechas } = TABLES[metodo];
  const { desde, hasta, campoFecha, filtros, orden, texto, retiradas = false } = request;
  requireDateField(fechas, metodo, campoFecha);
  if (orden !== undefined) {
    const sortable = campos.filter(({ tipo }) => tipo !== 'json');
    requireField(sortable, orden.campo, metodo);
  }
  return { metodo, desde, hasta, campoFecha, filtros: filtersOf(campos, metodo, filtros), texto, orden, retiradas };
}
