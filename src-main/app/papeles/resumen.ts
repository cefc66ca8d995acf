/** *Resumen por mes*: months, and months by processor, as formulas over *Detalle* that give what they give now. */
import type { ControlesDocumento } from '#contract/controles.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import type { Grupo } from '#storage/cache/index.ts';
import { partesDe, referencia } from '#workbook/write/layout.ts';
import type { Celda, FichaDato, FichaTabla, Formula, HojaFicha, HojaTabla } from '#workbook/write/libro.ts';
import { describeInDoubtBriefly, titulo } from '../browse/titulos.ts';
import type { Datos } from '../inicio/sumador.ts';
import { COLUMNA_FECHA, columnaDe, type Contexto } from './hojas.ts';
import { clipMonth, WITHOUT_AMOUNTS, type MonthCoverage } from './month-coverage.ts';

/** Past so many rows a formula for each figure makes a spreadsheet slow to open: they are plain values then. */
const CON_FORMULAS = 100_000;

interface Entrada {
  readonly contexto: Contexto;
  readonly datos: Datos;
  readonly cuenta: string;
  readonly leido: string;
  readonly controles: ControlesDocumento;
  readonly detalle: HojaTabla;
  readonly filas: number;
  readonly months: readonly MonthCoverage[];
}

const comillas = (valor: string): string => `"${valor.replaceAll('"', '""')}"`;
/** `*`, `?` and `~` mean something in a criterion; an equals sign makes the rest be taken as it is. */
const criterio = (valor: string): string => comillas(`=${valor.replace(/[*?~]/g, '~$&')}`);
const fechaExcel = (fecha: CivilDate): string =>
  `DATE(${String(Number(fecha.slice(0, 4)))},${String(Number(fecha.slice(5, 7)))},${String(Number(fecha.slice(8)))})`;

/** Makes the formulas of a group: the rows of a period, of one processor when it is named. */
function formulas({ contexto: { definicion }, detalle, filas }: Entrada) {
  const partes = partesDe(detalle, filas);
  const marca = columnaDe(definicion, 'marca');
  return ({ desde, hasta }: { desde: CivilDate; hasta: CivilDate }, procesador?: string) => {
    const condiciones = (parte: (typeof partes)[number]): string => {
      const fecha = referencia(parte, COLUMNA_FECHA);
      const periodo = `${fecha},">="&${fechaExcel(desde)},${fecha},"<="&${fechaExcel(hasta)}`;
      return procesador === undefined ? periodo : `${periodo},${referencia(parte, marca)},${criterio(procesador)}`;
    };
    const de = (hacer: (parte: (typeof partes)[number]) => string, valor: Celda): Celda | Formula =>
      filas === 0 || filas > CON_FORMULAS ? valor : { formula: partes.map(hacer).join('+'), valor };
    return {
      cuenta: (n: number) => de((parte) => `COUNTIFS(${condiciones(parte)})`, n),
      suma: (campo: string, centavos: bigint) =>
        de((parte) => `SUMIFS(${referencia(parte, columnaDe(definicion, campo))},${condiciones(parte)})`, centavos),
    };
  };
}

const columnasDe = ({ definicion }: Contexto, claves: FichaTabla['columnas']): FichaTabla['columnas'] => [
  ...claves,
  { titulo: definicion.unidad.replace(/^./, (letra) => letra.toUpperCase()), tipo: 'entero', total: 'suma' },
  ...definicion.resumen.map((campo) => ({ titulo: titulo(campo), tipo: 'importe' as const, total: 'suma' as const })),
];

/** The sums of a group; of an amount that none of its rows says, an empty cell. */
const sumasDe = (
  grupo: Grupo | undefined,
  campos: readonly string[],
  suma: (campo: string, centavos: bigint) => Celda | Formula,
): readonly (Celda | Formula)[] =>
  campos.map((campo, i) =>
    grupo !== undefined && grupo.faltan[i] === grupo.n ? null : suma(campo, grupo?.sumas[i] ?? 0n),
  );

function porMes(entrada: Entrada, grupos: readonly Grupo[], dudosas: readonly Grupo[]): FichaTabla {
  const { contexto, months } = entrada;
  const { resumen } = contexto.definicion;
  const porClave = new Map(grupos.map((grupo) => [grupo.claves[0], grupo]));
  const hacer = formulas(entrada);
  return {
    titulo: 'Por mes',
    ...contexto.note,
    columnas: [...columnasDe(contexto, [{ titulo: 'Mes', tipo: 'texto' }]), { titulo: 'Cobertura', tipo: 'texto' }],
    filas: months.map(({ mes, motivo, texto: cobertura }) => {
      const periodo = clipMonth(mes, contexto);
      const grupo = porClave.get(mes);
      // Never read is not zero: the cells stay empty.
      if (grupo === undefined && motivo !== null) return [mes, null, ...resumen.map(() => null), cobertura];
      const { cuenta, suma } = hacer(periodo);
      const dudosa = dudosas.find(({ claves }) => claves[0] === mes);
      const dicho = [
        cobertura,
        ...(grupo?.faltan.some((faltan) => faltan > 0) ? [WITHOUT_AMOUNTS] : []),
        ...(dudosa === undefined ? [] : [describeInDoubtBriefly(contexto.definicion.papel, toSums(dudosa, resumen))]),
      ];
      return [mes, cuenta(grupo?.n ?? 0), ...sumasDe(grupo, resumen, suma), dicho.join(' · ')];
    }),
  };
}

function porMesYProcesador(entrada: Entrada, grupos: readonly Grupo[]): FichaTabla {
  const { contexto } = entrada;
  const hacer = formulas(entrada);
  const claves: FichaTabla['columnas'] = [
    { titulo: 'Mes', tipo: 'texto' },
    { titulo: 'Procesador', tipo: 'texto' },
  ];
  return {
    titulo: 'Por mes y procesador',
    ...contexto.note,
    columnas: columnasDe(contexto, claves),
    filas: grupos.map((grupo) => {
      const [mes = null, marca = null] = grupo.claves;
      const { cuenta, suma } = hacer(clipMonth(mes ?? '', contexto), marca ?? '');
      return [mes, marca, cuenta(grupo.n), ...sumasDe(grupo, contexto.definicion.resumen, suma)];
    }),
  };
}

const dato = (etiqueta: string, valor: string): FichaDato => ({ etiqueta, tipo: 'texto', valor });

const toSums = ({ n, sumas }: Grupo, campos: readonly string[]) => ({
  rows: n,
  sums: Object.fromEntries(campos.map((campo, i) => [campo, sumas[i] ?? 0n])),
});

export async function hojaResumen(entrada: Entrada): Promise<HojaFicha> {
  const { contexto, datos, cuenta, leido, controles } = entrada;
  const { definicion, desde, hasta, sello } = contexto;
  const consulta = { metodo: definicion.papel, desde, hasta } as const;
  const mes = { campo: 'fecha', mes: true };
  const meses = await datos.sumador.agrupar(consulta, { por: [mes], sumas: definicion.resumen });
  const procesadores = await datos.sumador.agrupar(consulta, {
    por: [mes, { campo: 'marca' }],
    sumas: definicion.resumen,
  });
  const inDoubt = contexto.enDuda === undefined ? [] : await datos.sumador.agrupar({ ...consulta, enDuda: true }, { por: [mes], sumas: definicion.resumen }); // prettier-ignore
  const { coinciden, difieren, sinDatos } = controles;
  return {
    forma: 'ficha',
    nombre: 'Resumen por mes',
    titulo: definicion.titulo,
    anchos: [12, 18, 15, ...definicion.resumen.map(() => 17), 26],
    datos: [
      dato('Cuenta', cuenta),
      ...sello.slice(0, 1).map((linea) => dato('Período', linea)),
      ...sello.slice(1, 2).map((linea) => dato('Cobertura', linea)),
      ...sello.slice(2).map((linea) => dato('Importes', linea)),
      ...(contexto.enDuda === undefined ? [] : [dato('En duda', contexto.enDuda)]),
      { etiqueta: 'Escrito el', tipo: 'fechaHora', valor: leido },
      dato(
        'Controles',
        `${String(coinciden)} coinciden, ${String(difieren)} difieren, ${String(sinDatos)} sin datos (hoja Controles)`,
      ),
    ],
    tablas: [porMes(entrada, meses, inDoubt), porMesYProcesador(entrada, procesadores)],
  };
}
