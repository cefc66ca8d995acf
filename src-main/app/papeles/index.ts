import path from 'node:path';
import type { PapelDocumento } from '#contract/controles.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateAt, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import type { Consulta } from '#storage/cache/index.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import { coberturaDe } from '../cobertura/cobertura.ts';
import {
  coberturaEnPalabras,
  describeInDoubt,
  sinInformarEnPalabras,
  stampInDoubt,
  vacioEnPalabras,
} from '../browse/titulos.ts';
import { controlar, exigirPeriodo } from '../controles/index.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { ConDatos, Datos } from '../inicio/sumador.ts';
import { DEFINICIONES } from './definiciones.ts';
import { controlesDe, hojaControles } from './hoja-controles.ts';
import { hojaDeGrupos, hojaDetalle, type Contexto } from './hojas.ts';
import { describeMissing, describeMonths } from './month-coverage.ts';
import { hojaResumen } from './resumen.ts';

interface Deps {
  readonly cuentas: Pick<Cuentas, 'elegir'>;
  readonly conDatos: ConDatos;
  readonly clock: Clock;
}

/** The books that an accountant asks for, from the local data alone. */
export interface Papeles {
  exportar(input: MethodParsed<'papeles.exportar'>, context: MethodContext): Promise<PapelDocumento>;
}

const dmy = (fecha: CivilDate): string => `${fecha.slice(8)}/${fecha.slice(5, 7)}/${fecha.slice(0, 4)}`;

function exigirLibro(salida: string): void {
  if (path.extname(salida).toLowerCase() === '.xlsx') return;
  throw new AppError('USO', {
    mensaje: 'El archivo de salida tiene que terminar en .xlsx. No se escribió nada. Cambiale el nombre.',
  });
}

function noSePudo(error: unknown, salida: string): unknown {
  if (systemCode(error) !== 'ENOENT') return diskError(error);
  return new AppError('CARPETA_SIN_PERMISO', {
    cause: error,
    detail: { carpeta: path.dirname(salida) },
    mensaje: 'La carpeta de salida no existe. No se escribió nada. Creala, o elegí otra.',
  });
}

/** The rows of a paper that are in doubt, and their sums by field. */
async function sumInDoubt({ sumador }: Datos, consulta: Consulta, campos: readonly string[]) {
  const [suma] = await sumador.agrupar(consulta, { por: [], sumas: campos });
  return { rows: suma?.n ?? 0, sums: Object.fromEntries(campos.map((campo, i) => [campo, suma?.sumas[i] ?? 0n])) };
}

export function createPapeles({ cuentas, conDatos, clock }: Deps): Papeles {
  return {
    async exportar({ cuenta: nombre, papel, desde, hasta, salida }, { signal, onProgress }) {
      exigirPeriodo({ desde, hasta });
      exigirLibro(salida);
      const cuenta = await cuentas.elegir(nombre);
      const ahora = clock.now();
      const definicion = DEFINICIONES[papel];
      const escribir = async (datos: Datos): Promise<PapelDocumento> => {
        const cobertura = coberturaDe(datos.cache, { metodo: papel, desde, hasta, ahora });
        const periodo = `${dmy(desde)} – ${dmy(hasta)}`;
        const consulta = { metodo: papel, desde, hasta } as const;
        const { importes } = definicion;
        const [suma] = await datos.sumador.agrupar(consulta, { por: [], sumas: importes });
        const total = suma ?? { claves: [], n: 0, sumas: importes.map(() => 0n), faltan: importes.map(() => 0) };
        const sinInformar = (campos: readonly string[]): readonly string[] =>
          sinInformarEnPalabras(campos.map((campo) => [campo, total.faltan[importes.indexOf(campo)] ?? 0]));
        const months = describeMonths(datos, papel, { desde, hasta }, civilDateAt(ahora));
        const notaDeTotal = describeMissing(months);
        const inDoubt = await sumInDoubt(datos, { ...consulta, enDuda: true }, importes);
        const contexto: Contexto = {
          definicion,
          desde,
          hasta,
          sello: [`${cuenta.nombre} · ${periodo}`, coberturaEnPalabras(cobertura), ...stampInDoubt(papel, inDoubt)],
          sinInformar,
          vacia: vacioEnPalabras(cobertura),
          note: notaDeTotal === undefined ? {} : { notaDeTotal },
          enDuda: describeInDoubt(papel, inDoubt),
        };
        const controles = controlesDe(papel, await controlar(datos, { desde, hasta, ahora }));
        const pasadas = datos.lector?.pasadas(signal);
        const detalle = hojaDetalle(pasadas, total, contexto);
        const libro = [
          await hojaResumen({
            contexto: { ...contexto, sello: [periodo, coberturaEnPalabras(cobertura), ...sinInformar(importes)] },
            datos,
            cuenta: cuenta.nombre,
            leido: civilDateTimeAt(ahora),
            controles,
            detalle,
            filas: total.n,
            months,
          }),
          ...(await Promise.all(definicion.hojas.map((hoja) => hojaDeGrupos(datos, hoja, contexto)))),
          detalle,
          hojaControles(controles, [...contexto.sello, ...sinInformar(importes)]),
        ];
        try {
          const archivo = await writeWorkbook(path.resolve(salida), libro, {
            signal,
            creado: ahora,
            siExiste: 'rechazar',
            onProgress: (filas) => {
              onProgress({ fase: 'exportacion', hecho: filas, total: null });
            },
          });
          const { coinciden, difieren, sinDatos } = controles;
          return {
            papel,
            archivo,
            filas: total.n,
            desde,
            hasta,
            cobertura,
            controles: { coinciden, difieren, sinDatos },
          };
        } catch (error) {
          throw noSePudo(error, salida);
        } finally {
          await pasadas?.cerrar();
        }
      };
      return conDatos(cuenta, escribir, signal);
    },
  };
}
