/** Each settlement against its operations and against its own parts, by month and card; and taxes against their parts, by month. */
import type { Abrir } from '#contract/inicio.ts';
import type { ControlDocumento, ControlFila } from '#contract/controles.ts';
import { addDays, daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { ladoDe, PARTES_DE_IMPUESTOS, type SinDatos } from '#domain/controles.ts';
import type { Cotejo } from '#storage/cache/index.ts';
import { mesDe } from '../inicio/dias.ts';
import type { Datos } from '../inicio/sumador.ts';
import { comparado, filaDe, sinDatos } from './comparar.ts';
import { isReadByOtherDate, readStretches } from './read-by.ts';

/** Operations of a settlement were sold at most this long before it, or as long before as any seen. */
const VENTAS = 45;

interface Dias {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

interface Grupo extends Dias {
  readonly periodo: string;
  readonly tarjeta: string;
  readonly cotejos: Cotejo[];
}

/** The days of a month that are asked. */
function clip(periodo: string, { desde, hasta }: Dias): Dias {
  const mes = mesDe(periodo);
  return { desde: mes.desde < desde ? desde : mes.desde, hasta: mes.hasta > hasta ? hasta : mes.hasta };
}

function porMesYTarjeta(cotejos: readonly Cotejo[], pedido: Dias): readonly Grupo[] {
  const grupos = new Map<string, Grupo>();
  for (const cotejo of cotejos) {
    const periodo = cotejo.fecha.slice(0, 7);
    const tarjeta = cotejo.tarjeta ?? '';
    const clave = `${periodo} ${tarjeta}`;
    const grupo = grupos.get(clave) ?? { periodo, tarjeta, ...clip(periodo, pedido), cotejos: [] };
    grupos.set(clave, grupo);
    grupo.cotejos.push(cotejo);
  }
  return [...grupos.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, grupo]) => grupo);
}

const abrirUna = ({ id, fecha }: Cotejo): Abrir => ({
  vista: 'liquidaciones',
  desde: fecha,
  hasta: fecha,
  filtros: [{ campo: 'id', valor: id }],
});
const operacionesDe = ({ id }: Cotejo): Abrir => ({
  vista: 'operaciones',
  filtros: [{ campo: 'liquidaciones_id', valor: id }],
});
const identify = ({ periodo, tarjeta, desde, hasta }: Grupo) => ({
  periodo,
  tarjeta,
  desde,
  hasta,
  abrir: { vista: 'liquidaciones', desde, hasta, filtros: [{ campo: 'tarjeta', valor: tarjeta }] } satisfies Abrir,
});
const nombreDe = ({ numero, id }: Cotejo): string => numero ?? id;

/** Whether operations of a settlement can be missing only because they were not read. */
function ventasLeidas(datos: Datos, cotejos: readonly Cotejo[]): (cotejo: Cotejo) => boolean {
  const tramos = datos.cache.tramos('operaciones', 'fecha_venta');
  const plazo = cotejos.reduce((mayor, { fecha, primera_venta: venta }) => {
    const [desde, hasta] = [parseIsoDate(venta ?? ''), parseIsoDate(fecha)];
    return desde === undefined || hasta === undefined ? mayor : Math.max(mayor, daysBetween(desde, hasta));
  }, VENTAS);
  return ({ fecha, operaciones, conocidas }) => {
    if (conocidas !== null && operaciones >= conocidas) return true;
    const hasta = parseIsoDate(fecha);
    return hasta !== undefined && ladoDe(tramos, { desde: addDays(hasta, -plazo), hasta }).motivo === null;
  };
}

/** Whether the service says that a settlement has no operations: it lists those that do, and this one was not among them. */
function hasNoOperations(datos: Datos): (cotejo: Cotejo) => boolean {
  const tramos = readStretches(datos, 'liquidaciones-conciliadas');
  const byPayment = isReadByOtherDate(datos, 'liquidaciones-conciliadas');
  return ({ conocidas, operaciones, fecha, pago }) => {
    const dia = parseIsoDate((byPayment ? pago : fecha) ?? '');
    if (operaciones > 0 || dia === undefined) return false;
    return conocidas === 0 || (conocidas === null && ladoDe(tramos, { desde: dia, hasta: dia }).motivo === null);
  };
}

interface Knowledge {
  readonly leidas: (cotejo: Cotejo) => boolean;
  readonly none: (cotejo: Cotejo) => boolean;
}

function contraOperaciones(grupo: Grupo, { leidas, none }: Knowledge): ControlDocumento {
  const identidad = { control: 'liquidacion_operaciones', campo: 'total_facturado', ...identify(grupo) } as const;
  const filas: ControlFila[] = [];
  const suma = { esperado: 0n, calculado: 0n };
  let motivo: SinDatos | undefined;
  let sinOperaciones = 0;
  let compared = 0;
  for (const cotejo of grupo.cotejos) {
    const { total_facturado: facturado } = cotejo;
    if (none(cotejo) && facturado !== 0n) {
      sinOperaciones += 1;
      continue;
    }
    compared += 1;
    const importe = cotejo.importe ?? 0n;
    if (facturado === null) {
      motivo = 'sin_informar';
      continue;
    }
    const difiere = importe !== facturado;
    if (difiere && !leidas(cotejo)) {
      motivo ??= 'parcial';
      continue;
    }
    suma.esperado += facturado;
    suma.calculado += importe;
    if (difiere) {
      const lados = { esperado: facturado, calculado: cotejo.importe };
      filas.push(filaDe(nombreDe(cotejo), lados, operacionesDe(cotejo)));
    }
  }
  const documento =
    compared === 0
      ? sinDatos(identidad, 'sin_operaciones')
      : motivo !== undefined && filas.length === 0
        ? sinDatos(identidad, motivo)
        : comparado(identidad, suma, filas);
  return sinOperaciones === 0 ? documento : { ...documento, sinOperaciones };
}

/** `calculado` null: it cannot be. `faltan`: parts of it that are not said. */
interface Par {
  readonly esperado: bigint | null;
  readonly calculado: bigint | null;
  readonly faltan: number;
}
const menos = (a: bigint | null, b: bigint | null): bigint | null => (a === null || b === null ? null : a - b);
const NETOS: readonly (readonly [campo: string, par: (cotejo: Cotejo) => Par])[] = [
  [
    'total_acreditado',
    (c) => ({ esperado: c.total_acreditado, calculado: menos(c.total_facturado, c.total_descontado), faltan: 0 }),
  ],
  [
    'total_facturado',
    (c) => ({ esperado: c.total_facturado, calculado: c.facturado_partes, faltan: c.facturado_faltan }),
  ],
  [
    'total_descontado',
    (c) => ({ esperado: c.total_descontado, calculado: c.descontado_partes, faltan: c.descontado_faltan }),
  ],
];

/** Both sides where they can be compared. Parts that are not said, of a total that the others make up, are nothing. */
function comparables({ esperado, calculado, faltan }: Par): { esperado: bigint; calculado: bigint } | undefined {
  if (esperado === null || calculado === null || (faltan > 0 && esperado !== calculado)) return undefined;
  return { esperado, calculado };
}

function neto(grupo: Grupo, campo: string, par: (cotejo: Cotejo) => Par): ControlDocumento {
  const filas: ControlFila[] = [];
  const suma = { esperado: 0n, calculado: 0n };
  let sinInformar = false;
  for (const cotejo of grupo.cotejos) {
    const lados = comparables(par(cotejo));
    if (lados === undefined) {
      sinInformar = true;
      continue;
    }
    suma.esperado += lados.esperado;
    suma.calculado += lados.calculado;
    if (lados.esperado !== lados.calculado) filas.push(filaDe(nombreDe(cotejo), lados, abrirUna(cotejo)));
  }
  const identidad = { control: 'liquidacion_neto', campo, ...identify(grupo) } as const;
  return sinInformar && filas.length === 0 ? sinDatos(identidad, 'sin_informar') : comparado(identidad, suma, filas);
}

/** What each settlement bills is the sum of its operations, and what it credits is that less what it deducts. */
export async function liquidacionesPorDentro(
  datos: Datos,
  meses: readonly string[],
  pedido: Dias,
): Promise<readonly ControlDocumento[]> {
  const cotejos = await datos.sumador.cotejar(pedido.desde, pedido.hasta);
  const grupos = porMesYTarjeta(cotejos, pedido);
  const knowledge = { leidas: ventasLeidas(datos, cotejos), none: hasNoOperations(datos) };
  const tramos = readStretches(datos, 'liquidaciones');
  const sin = meses
    .filter((periodo) => !grupos.some((grupo) => grupo.periodo === periodo))
    .flatMap((periodo) => {
      const dias = clip(periodo, pedido);
      const { motivo } = ladoDe(tramos, dias);
      const abrir: Abrir = { vista: 'liquidaciones', ...dias };
      const comun = { campo: 'total_facturado', periodo, ...dias, tarjeta: null, abrir } as const;
      return motivo === null
        ? []
        : (['liquidacion_operaciones', 'liquidacion_neto'] as const).map((control) =>
            sinDatos({ control, ...comun }, motivo),
          );
    });
  return [
    ...sin,
    ...grupos.map((grupo) => contraOperaciones(grupo, knowledge)),
    ...grupos.flatMap((grupo) =>
      NETOS.map(([campo, par]) => neto(grupo, campo, par)).filter(
        // The credited amount is always said; the parts when they do not add up, or nobody can say.
        ({ estado, campo }) => campo === 'total_acreditado' || estado !== 'coincide',
      ),
    ),
  ];
}

/** Each total of taxes is the sum of its parts, by month, with the records that are not: two that are off by the same may hide each other in the sum. */
export async function impuestosPorDentro(
  datos: Datos,
  meses: readonly string[],
  pedido: Dias,
): Promise<readonly ControlDocumento[]> {
  const documentos: ControlDocumento[] = [];
  const tramos = readStretches(datos, 'impuestos');
  for (const periodo of meses) {
    const { desde, hasta } = clip(periodo, pedido);
    const abrir: Abrir = { vista: 'impuestos', desde, hasta };
    const campos = [...new Set(Object.entries(PARTES_DE_IMPUESTOS).flatMap(([total, partes]) => [total, ...partes]))];
    const comprobantes = await datos.sumador.agrupar(
      { metodo: 'impuestos', desde, hasta },
      { por: [{ campo: 'id' }, { campo: 'numero' }], sumas: campos },
    );
    if (comprobantes.length === 0) {
      const { motivo } = ladoDe(tramos, { desde, hasta });
      const identidad = {
        control: 'impuestos_partes',
        campo: 'total_impuestos',
        periodo,
        desde,
        hasta,
        tarjeta: null,
        abrir,
      } as const;
      if (motivo !== null) documentos.push(sinDatos(identidad, motivo));
      continue;
    }
    for (const [campo, partes] of Object.entries(PARTES_DE_IMPUESTOS)) {
      const suma = { esperado: 0n, calculado: 0n };
      const filas: ControlFila[] = [];
      let sinInformar = false;
      for (const {
        claves: [id, numero],
        sumas,
        faltan,
      } of comprobantes) {
        const de = (cual: string): bigint | null => {
          const lugar = campos.indexOf(cual);
          return (faltan[lugar] ?? 0) > 0 ? null : (sumas[lugar] ?? 0n);
        };
        const conocidas = partes.map(de).filter((parte) => parte !== null);
        const lados = comparables({
          esperado: de(campo),
          calculado: conocidas.reduce((total, parte) => total + parte, 0n),
          faltan: partes.length - conocidas.length,
        });
        if (lados === undefined) {
          sinInformar = true;
          continue;
        }
        suma.esperado += lados.esperado;
        suma.calculado += lados.calculado;
        if (lados.esperado === lados.calculado) continue;
        const suyo: Abrir = { ...abrir, filtros: [{ campo: 'id', valor: id ?? '' }] };
        filas.push(filaDe(numero ?? id ?? '', lados, suyo));
      }
      const identidad = { control: 'impuestos_partes', campo, periodo, desde, hasta, tarjeta: null, abrir } as const;
      documentos.push(
        sinInformar && filas.length === 0 ? sinDatos(identidad, 'sin_informar') : comparado(identidad, suma, filas),
      );
    }
  }
  return documentos;
}
