/** Checks a request against the fields of its view and turns it into a query of the cache. */
import { AppError } from '#contract/errors.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import type { Words } from '#domain/texts/language.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { readFilterValues, type FilterOperator } from '#domain/views/filter-values.ts';
import type { Vista } from '#domain/views/index.ts';
import { TABLES, type Field, type ViewQuery, type Filter, type Value } from '#storage/cache/index.ts';

export type ViewRequest = MethodParsed<'datos.totales'> & Pick<MethodParsed<'datos.consultar'>, 'orden'>;
type FilterRequest = NonNullable<ViewRequest['filtros']>[number];

const refuseUsage = (message: Words): AppError => new AppError('USO', { mensaje: message });
const SHAPES: Readonly<Record<Field['tipo'], Words>> = {
  texto: ['un texto', 'A text'],
  entero: ['un número entero', 'A whole number'],
  importe: ['un importe como 1234.50', 'An amount like 1234.50'],
  fecha: ['una fecha AAAA-MM-DD', 'A date YYYY-MM-DD'],
  fechaHora: ['una fecha AAAA-MM-DD, con o sin hora', 'A date YYYY-MM-DD, with or without a time'],
  booleano: ['true o false', 'true or false'],
  json: ['nada: por ese campo no se filtra', 'Nothing (that field takes no filter)'],
};
/** Finds a field by its name. Throws `USO` with the existing names. */
export function requireField<C extends { readonly nombre: string }>(
  fields: readonly C[],
  name: string,
  vista: string,
): C {
  const field = fields.find((each) => each.nombre === name);
  if (field !== undefined) return field;
  const names = fields.map((each) => each.nombre).join(', ');
  throw refuseUsage(USAGE.fieldUnknown(vista, name, names));
}

function misfitOf({ tipo }: Field, op: FilterOperator): Words {
  const isOrder = op === 'mayor' || op === 'menor';
  if (op === 'contiene' && tipo !== 'json')
    return ['Solo en los textos se busca una parte.', 'Only texts are searched for a part.'];
  if (isOrder && tipo === 'booleano')
    return ['Un sí o no no es mayor ni menor.', 'A yes or no is neither greater nor less.'];
  if (isOrder && tipo === 'texto') return ['Se espera un número.', 'A number is expected.'];
  const [es, en] = SHAPES[tipo];
  return [`Se espera ${es}.`, `${en} is expected.`];
}

/** The values of a filter as the cache stores them. Throws `USO` if comparison or value do not fit the field. */
function filterValues(field: Field, { op = 'igual', valor }: FilterRequest): readonly Value[] {
  const values = readFilterValues(field, op, valor);
  if (values === undefined) throw refuseUsage(USAGE.filterUseless(valor, field.nombre, misfitOf(field, op)));
  return values;
}

/** The filters of a request. Several equalities on one field become one filter with any of their values. Throws `USO` for an unknown field or unfit value. */
export function filtersOf(
  fields: readonly Field[],
  vista: Vista,
  filters: readonly FilterRequest[] = [],
): readonly Filter[] {
  const same = new Map<string, readonly Value[]>();
  const others: Filter[] = [];
  for (const filter of filters) {
    const { campo: name, op = 'igual' } = filter;
    const values = filterValues(requireField(fields, name, vista), filter);
    if (op === 'igual') same.set(name, [...(same.get(name) ?? []), ...values]);
    else others.push({ campo: name, op, valores: values });
  }
  return [...Array.from(same, ([field, values]): Filter => ({ campo: field, valores: values })), ...others];
}

export function queryOf(method: Vista, request: Omit<ViewRequest, 'vista' | 'cuenta'>): ViewQuery {
  const { campos, fechas } = TABLES[method];
  const { desde, hasta, campoFecha, filtros, orden, texto, retiradas = false } = request;
  if (campoFecha !== undefined && !fechas.includes(campoFecha))
    throw refuseUsage(USAGE.dateFieldUseless(method, campoFecha, fechas));
  if (orden !== undefined)
    requireField(
      campos.filter(({ tipo }) => tipo !== 'json'),
      orden.campo,
      method,
    );
  const filters = filtersOf(campos, method, filtros);
  return { metodo: method, desde, hasta, campoFecha, filtros: filters, texto, orden, retiradas };
}
