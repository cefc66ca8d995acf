/** What a person asks of a view, checked against its fields and turned into a query of the cache. */
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { parseFechaHora } from '#domain/fecha-hora.ts';
import { parseMoney } from '#domain/money.ts';
import type { Metodo } from '#domain/vista.ts';
import { TABLAS, type Campo, type Consulta, type Filtro, type Valor } from '#storage/cache/index.ts';

type Pedido = Omit<MethodParsed<'datos.consultar'>, 'limite' | 'despues' | 'totales'>;

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

/** Throws `USO` for a field that the view does not have or a value that is not of its kind. */
export function consultaDe(metodo: Metodo, pedido: Pedido): Consulta {
  const { campos, fechas } = TABLAS[metodo];
  const { desde, hasta, campoFecha, filtros = [], orden, retiradas = false } = pedido;
  if (campoFecha !== undefined && !fechas.includes(campoFecha)) {
    const cuales = fechas.length === 0 ? 'no tiene fechas' : `se puede por: ${fechas.join(', ')}`;
    throw uso(`La vista ${metodo} no se puede pedir por «${campoFecha}». No se leyó nada. Esa vista ${cuales}.`);
  }
  const porCampo = new Map<string, Valor[]>();
  for (const { campo: nombre, valor } of filtros) {
    const campo = exigirCampo(campos, nombre, metodo);
    const valores = valoresDe(campo, valor);
    if (valores === undefined) {
      throw uso(`«${valor}» no sirve para filtrar por ${nombre}. No se leyó nada. Se espera ${FORMAS[campo.tipo]}.`);
    }
    porCampo.set(nombre, [...(porCampo.get(nombre) ?? []), ...valores]);
  }
  if (orden !== undefined)
    exigirCampo(
      campos.filter(({ tipo }) => tipo !== 'json'),
      orden.campo,
      metodo,
    );
  const juntos: Filtro[] = [...porCampo].map(([campo, valores]) => ({ campo, valores }));
  return { metodo, desde, hasta, campoFecha, filtros: juntos, orden, retiradas };
}
