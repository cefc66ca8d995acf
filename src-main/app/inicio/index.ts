import path from 'node:path';
import type {
  CalendarioDocumento,
  InicioDocumento,
  InicioPendientes,
  SinConciliarDocumento,
} from '#contract/inicio.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { addDays, civilDateAt, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, type DataFolder } from '#platform/data-folder.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import { coberturaDe } from '../cobertura/cobertura.ts';
import type { Libros } from '../compose/libros.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import { abrirAcreditado, acreditaciones, inicioDeLinea } from './acreditar.ts';
import { contracargosDe, costosDe } from './costos.ts';
import { inDoubtOf } from './in-doubt.ts';
import { diasLeidos, mesDe, mesDeDias, mesesEntre, mesesLeidos, otroMes, type Importes } from './dias.ts';
import { cargasDe, sinConciliarDe, sinConciliarDeEdad, type CargaVista, type Fuentes } from './edades.ts';
import { contracargosNuevos, novedadesDe, visitaDe } from './novedades.ts';
import type { ConDatos, Datos } from './sumador.ts';
import type { Visitas } from './visitas.ts';

/** Months of what is deducted and of chargebacks, this one included. */
const MESES = 6;
const MAX_MESES = 24;

interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir'>;
  readonly conDatos: ConDatos;
  readonly libros: Pick<Libros, 'existente'>;
  readonly resultados: Pick<ResultadosAbiertos, 'existente'>;
  readonly visitas: Visitas;
  readonly datos: Pick<DataFolder, 'cuenta'>;
  readonly clock: Clock;
}

/** The figures of the first page and of the calendar, from the local data alone. */
export interface Inicio {
  ver(input: MethodParsed<'inicio.ver'>, signal?: AbortSignal): Promise<InicioDocumento>;
  pendientes(input: MethodParsed<'inicio.pendientes'>, signal?: AbortSignal): Promise<InicioPendientes>;
  sinConciliar(input: MethodParsed<'inicio.sin_conciliar'>): Promise<SinConciliarDocumento>;
  calendario(input: MethodParsed<'inicio.calendario'>, signal?: AbortSignal): Promise<CalendarioDocumento>;
  visto(input: MethodParsed<'inicio.visto'>): Promise<{ readonly hoy: string }>;
}

/** Whether the account has a bank feed; null while it is not known. */
function tieneBanco({ cache }: Datos): boolean | null {
  const tramos = cache.tramos('movimientos', 'fecha');
  return tramos.length === 0 ? null : tramos.every(({ contratado }) => contratado);
}

/** The same day of the month before, or its last one. */
function haceUnMes(hoy: CivilDate): CivilDate {
  const { mes, hasta } = mesDe(otroMes(hoy.slice(0, 7), -1));
  return parseIsoDate(`${mes}-${hoy.slice(8)}`) ?? hasta;
}

/** Tenths of a percent by which the sales of this month differ from those of the same days of the one before; null unless all were read. */
function variacion(leidos: ReadonlyMap<string, Importes>, hoy: CivilDate): number | null {
  const vendido = (hasta: CivilDate): bigint | undefined => {
    let suma = 0n;
    for (let fecha = mesDe(hasta.slice(0, 7)).desde; fecha <= hasta; fecha = addDays(fecha, 1)) {
      const { vendido: suyo = null } = leidos.get(fecha) ?? {};
      if (suyo === null) return undefined;
      suma += suyo;
    }
    return suma;
  };
  const antes = vendido(haceUnMes(hoy));
  const ahora = vendido(hoy);
  return antes === undefined || ahora === undefined || antes <= 0n ? null : Number(((ahora - antes) * 1000n) / antes);
}

export function createInicio({ cuentas, conDatos, libros, resultados, visitas, datos: carpeta, clock }: Deps): Inicio {
  const archivoDe = ({ id }: Cuenta): string => path.join(carpeta.cuenta(id).carpeta, 'inicio.json');

  function coberturas({ cache }: Datos, hoy: CivilDate): InicioDocumento['coberturas'] {
    const ahora = clock.now();
    const mes = { desde: mesDe(hoy.slice(0, 7)).desde, hasta: hoy, ahora };
    return {
      calendario: coberturaDe(cache, { metodo: 'calendario', ...mes }),
      operaciones: coberturaDe(cache, { metodo: 'operaciones', ...mes }),
      porPago: coberturaDe(cache, {
        metodo: 'operaciones',
        campoFecha: 'fecha_pago',
        desde: addDays(hoy, 1),
        hasta: addDays(hoy, 30),
        ahora,
      }),
      liquidaciones: coberturaDe(cache, { metodo: 'liquidaciones', ...mes }),
      rechazos: coberturaDe(cache, { metodo: 'rechazos', ...mes }),
    };
  }

  const periodoDe = (hoy: CivilDate) => {
    const mes = hoy.slice(0, 7);
    return { meses: mesesEntre(otroMes(mes, 1 - MESES), mes), hoy, ahora: clock.now() };
  };

  async function propias(cuenta: Cuenta): Promise<{ fuentes: Fuentes; cargas: readonly CargaVista[] } | undefined> {
    const libro = await libros.existente(cuenta);
    if (libro === undefined) return undefined;
    const fuentes = { libro, resultados: await resultados.existente(cuenta) };
    return { fuentes, cargas: cargasDe(fuentes, cuenta.id) };
  }

  async function propios(cuenta: Cuenta, hoy: CivilDate) {
    const suyas = await propias(cuenta);
    if (suyas === undefined) return { cargas: [], sinConciliar: null };
    return { cargas: suyas.cargas, sinConciliar: sinConciliarDe(suyas.fuentes, suyas.cargas, hoy) };
  }

  return {
    async ver(input, signal) {
      const cuenta = await cuentas.elegir(input.cuenta);
      const hoy = input.hoy ?? civilDateAt(clock.now());
      const mes = hoy.slice(0, 7);
      const { cargas, sinConciliar } = await propios(cuenta, hoy);
      const visita = await visitas.anterior(archivoDe(cuenta), hoy);
      return conDatos(
        cuenta,
        async (datos) => {
          const cubre = coberturas(datos, hoy);
          const banco = tieneBanco(datos);
          const antes = mesDe(otroMes(mes, -1)).desde;
          const linea = inicioDeLinea(hoy);
          const visto = visita === undefined ? hoy : visita.dia;
          const desde = [antes, linea, visto].reduce((a, b) => (b < a ? b : a));
          const dias = await diasLeidos(datos, { desde, hasta: hoy });
          const calendario = mesDeDias(mes, dias, hoy);
          const costos = await costosDe(datos, periodoDe(hoy));
          const contracargos = await contracargosDe(datos, periodoDe(hoy));
          const pendientes = cubre.porPago.estado === 'nunca' ? undefined : await datos.sumador.porAcreditar(hoy);
          const { desde: primerDia } = mesDe(mes);
          const hayMes = calendario.dias.some(({ estado }) => estado === 'leido');
          const conAcreditado = [...dias].filter(
            ([fecha, { acreditado }]) => fecha >= primerDia && acreditado !== null && acreditado !== 0n,
          );
          const hayDatos =
            Object.values(cubre).some(({ estado }) => estado !== 'nunca') || mesesLeidos(datos.cache).primero !== null;
          return {
            hoy,
            mes,
            hayDatos,
            banco,
            coberturas: cubre,
            enDuda: await inDoubtOf(datos, periodoDe(hoy)),
            calendario,
            vendido: {
              importe: hayMes ? calendario.vendido : null,
              variacion: variacion(dias, hoy),
              abrir: { vista: 'operaciones', desde: primerDia, hasta: hoy },
            },
            acreditado: {
              importe: hayMes ? calendario.acreditado : null,
              dias: conAcreditado.length,
              abrir: abrirAcreditado(primerDia, hoy, banco === true),
            },
            ...acreditaciones({ hoy, leidos: dias, pendientes, banco: banco === true }),
            sinConciliar,
            costos,
            contracargos,
            desde: visita?.dia ?? null,
            novedades: await novedadesDe(
              datos,
              {
                hoy,
                banco: banco === true,
                leidos: dias,
                costos,
                contracargos,
                cargas,
                leidoHasta: cubre.calendario.sincronizado,
              },
              visita,
            ),
          };
        },
        signal,
      );
    },

    async pendientes({ cuenta: nombre }, signal) {
      const cuenta = await cuentas.elegir(nombre);
      const hoy = civilDateAt(clock.now());
      const { sinConciliar } = await propios(cuenta, hoy);
      const visita = await visitas.anterior(archivoDe(cuenta), hoy);
      const nuevos =
        visita === undefined
          ? []
          : await conDatos(
              cuenta,
              async (datos) =>
                contracargosNuevos({ contracargos: await contracargosDe(datos, periodoDe(hoy)), hoy }, visita),
              signal,
            );
      return {
        sinConciliar: sinConciliar?.cupones ?? null,
        contracargos: nuevos.reduce((suma, cada) => suma + (cada.clase === 'contracargos' ? cada.cantidad : 0), 0),
      };
    },

    async sinConciliar({ cuenta: nombre, edad }) {
      const suyas = await propias(await cuentas.elegir(nombre));
      if (suyas === undefined) return { edad: null, cupones: 0, importe: '0.00', filas: [] };
      return sinConciliarDeEdad(suyas.fuentes, suyas.cargas, { hoy: civilDateAt(clock.now()), edad });
    },

    async calendario({ cuenta: nombre, desde, hasta }, signal) {
      const meses = mesesEntre(desde, hasta);
      if (meses.length === 0 || meses.length > MAX_MESES) {
        throw new AppError('ENTRADA_INVALIDA', {
          mensaje: `El calendario se pide de 1 a ${String(MAX_MESES)} meses. No se leyó nada. Elegí un período más corto.`,
        });
      }
      const cuenta = await cuentas.elegir(nombre);
      const ahora = clock.now();
      const hoy = civilDateAt(ahora);
      const periodo = { desde: mesDe(desde).desde, hasta: mesDe(hasta).hasta };
      return conDatos(
        cuenta,
        async (datos) => {
          const dias = await diasLeidos(datos, periodo);
          return {
            hoy,
            meses: meses.map((mes) => mesDeDias(mes, dias, hoy)),
            banco: tieneBanco(datos),
            cobertura: coberturaDe(datos.cache, { metodo: 'calendario', ...periodo, ahora }),
            ...mesesLeidos(datos.cache),
          };
        },
        signal,
      );
    },

    async visto({ cuenta: nombre }) {
      const cuenta = await cuentas.elegir(nombre);
      const hoy = civilDateAt(clock.now());
      const { cargas } = await propios(cuenta, hoy);
      const contracargos = await conDatos(cuenta, (datos) => contracargosDe(datos, periodoDe(hoy)));
      await ensureFolder(carpeta.cuenta(cuenta.id).carpeta);
      await visitas.guardar(archivoDe(cuenta), visitaDe({ hoy, contracargos, cargas }));
      return { hoy };
    },
  };
}
