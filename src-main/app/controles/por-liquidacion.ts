/** Each settlement against its operations and against its own parts, by month and card; and taxes against their parts, by month. */
import type { Abrir } from '#contract/inicio.ts';
import type { ControlDocumento, ControlFila } from '#contract/controles.ts';
import { addDays, daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { ladoDe, PARTES_DE_IMPUESTOS, type SinDatos } from '#domain/controles.ts';
import type { Cotejo } from '#storage/cache/index.ts';
import { mesDe } from '../inicio/dias.ts';
import type { Datos } from '../inicio/sumador.ts';
import { comparado, filaDe, sinDatos } from './comparar.ts';

/** Operations of a settlement were sold at most this long before it, or as long before as any seen. */
const VENTAS = 45;

interface Grupo {
  readonly periodo: string;
  readonly tarjeta: string;
  readonly cotejos: Cotejo[];
}

function porMesYTarjeta(cotejos: readonly Cotejo[]): readonly Grupo[] {
  const grupos = new Map<string, Grupo>();
  for (const cotejo of cotejos) {
    const periodo = cotejo.fecha.slice(0, 7);
    const tarjeta = cotejo.tarjeta ?? '';
    const clave = `${periodo} ${tarjeta}`;
    const grupo = grupos.get(clave) ?? { periodo, tarjeta, cotejos: [] };
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
const abrirGrupo = ({ periodo, tarjeta }: Grupo): Abrir => {
  const { desde, hasta } = mesDe(periodo);
  return { vista: 'liquidaciones', desde, hasta, filtros: [{ campo: 'tarjeta', valor: tarjeta }] };
};
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

function contraOperaciones(grupo: Grupo, leidas: (cotejo: Cotejo) => boolean): ControlDocumento {
  const { periodo, tarjeta, cotejos } = grupo;
  const identidad = { control: 'liquidacion_operaciones', campo: 'total_facturado', periodo, tarjeta, abrir: abrirGrupo(grupo) } as const; // prettier-ignore
  const filas: ControlFila[] = [];
  const suma = { esperado: 0n, calculado: 0n };
  let motivo: SinDatos | undefined;
  for (const cotejo of cotejos) {
    const { total_facturado: facturado } = cotejo;
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
  return motivo !== undefined && filas.length === 0 ? sinDatos(identidad, motivo) : comparado(identidad, suma, filas);
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
  const { periodo, tarjeta, cotejos } = grupo;
  const filas: ControlFila[] = [];
  const suma = { esperado: 0n, calculado: 0n };
  let sinInformar = false;
  for (const cotejo of cotejos) {
    const lados = comparables(par(cotejo));
    if (lados === undefined) {
      sinInformar = true;
      continue;
    }
    suma.esperado += lados.esperado;
    suma.calculado += lados.calculado;
    if (lados.esperado !== lados.calculado) filas.push(filaDe(nombreDe(cotejo), lados, abrirUna(cotejo)));
  }
  const identidad = { control: 'liquidacion_neto', campo, periodo, tarjeta, abrir: abrirGrupo(grupo) } as const;
  return sinInformar && filas.length === 0 ? sinDatos(identidad, 'sin_informar') : comparado(identidad, suma, filas);
}

/** What each settlement bills is the sum of its operations, and what it credits is that less what it deducts. */
export async function liquidacionesPorDentro(
  datos: Datos,
  meses: readonly string[],
  { desde, hasta }: { readonly desde: CivilDate; readonly hasta: CivilDate },
): Promise<readonly ControlDocumento[]> {
  const cotejos = await datos.sumador.cotejar(desde, hasta);
  const grupos = porMesYTarjeta(cotejos);
  const leidas = ventasLeidas(datos, cotejos);
  const sin = meses
    .filter((periodo) => !grupos.some((grupo) => grupo.periodo === periodo))
    .flatMap((periodo) => {
      const mes = mesDe(periodo);
      const ventana = { desde: mes.desde < desde ? desde : mes.desde, hasta: mes.hasta > hasta ? hasta : mes.hasta };
      const { motivo } = ladoDe(datos.cache.tramos('liquidaciones', 'fecha'), ventana);
      const abrir: Abrir = { vista: 'liquidaciones', ...ventana };
      return motivo === null
        ? []
        : (['liquidacion_operaciones', 'liquidacion_neto'] as const).map((control) =>
            sinDatos({ control, campo: 'total_facturado', periodo, tarjeta: null, abrir }, motivo),
          );
    });
  return [
    ...sin,
    ...grupos.map((grupo) => contraOperaciones(grupo, leidas)),
    ...grupos.flatMap((grupo) =>
      NETOS.map(([campo, par]) => neto(grupo, campo, par)).filter(
        // The credited amount is always said; the parts when they do not add up, or nobody can say.
        ({ estado, campo }) => campo === 'total_acreditado' || estado !== 'coincide',
      ),
    ),
  ];
}

/** Each total of taxes is the sum of its parts, by month, with the records that are not: two that are off by the same may hide each other in the sum. */
export async function impuestosPorDentro(datos: Datos, meses: readonly string[]): Promise<readonly ControlDocumento[]> {
  const documentos: ControlDocumento[] = [];
  const tramos = datos.cache.tramos('impuestos', 'fecha');
  for (const periodo of meses) {
    const { desde, hasta } = mesDe(periodo);
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
      const identidad = { control: 'impuestos_partes', campo, periodo, tarjeta: null, abrir } as const;
      documentos.push(
        sinInformar && filas.length === 0 ? sinDatos(identidad, 'sin_informar') : comparado(identidad, suma, filas),
      );
    }
  }
  return documentos;
}
