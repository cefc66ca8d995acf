import path from 'node:path';
import type { PaperDocument } from '#contract/checks.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateAt, civilDateTimeAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import type { Query } from '#storage/cache/index.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { coverageDocument } from '../coverage/coverage.ts';
import { coverageInWords, describeInDoubt, notReportedInWords, stampInDoubt, emptyInWords } from '../browse/titles.ts';
import { runChecks, requirePeriod } from '../checks/index.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { WithData, HomeData } from '../figures/adder.ts';
import { DEFINITIONS } from './definitions.ts';
import { checksOf, checksSheet } from './checks-sheet.ts';
import { groupsSheet, detailSheet, type SheetContext } from './sheets.ts';
import { describeMissing, describeMonths } from './month-coverage.ts';
import { summarySheet } from './summary.ts';

interface Deps {
  readonly cuentas: Pick<Accounts, 'choose'>;
  readonly conDatos: WithData;
  readonly clock: Clock;
}

/** The books that an accountant asks for, from the local data alone. */
export interface Papers {
  writeFile(input: MethodParsed<'papeles.exportar'>, context: MethodContext): Promise<PaperDocument>;
}

const dayMonthYear = (fecha: CivilDate): string => `${fecha.slice(8)}/${fecha.slice(5, 7)}/${fecha.slice(0, 4)}`;

function requireWorkbook(salida: string): void {
  if (path.extname(salida).toLowerCase() === '.xlsx') return;
  throw new AppError('USO', {
    mensaje: 'El archivo de salida tiene que terminar en .xlsx. No se escribió nada. Cambiale el nombre.',
  });
}

function couldNot(error: unknown, salida: string): unknown {
  if (systemCode(error) !== 'ENOENT') return diskError(error);
  return new AppError('CARPETA_SIN_PERMISO', {
    cause: error,
    detail: { carpeta: path.dirname(salida) },
    mensaje: 'La carpeta de salida no existe. No se escribió nada. Creala, o elegí otra.',
  });
}

/** The rows of a paper that are in doubt, and their sums by field. */
async function sumInDoubt({ sumador }: HomeData, query: Query, campos: readonly string[]) {
  const [sum] = await sumador.group(query, { por: [], sumas: campos });
  return { rows: sum?.n ?? 0, sums: Object.fromEntries(campos.map((campo, i) => [campo, sum?.sumas[i] ?? 0n])) };
}

export function createPapers({ cuentas, conDatos: withData, clock }: Deps): Papers {
  return {
    async writeFile({ cuenta: nombre, papel, desde, hasta, salida }, { signal, onProgress }) {
      requirePeriod({ desde, hasta });
      requireWorkbook(salida);
      const cuenta = await cuentas.choose(nombre);
      const ahora = clock.now();
      const definition = DEFINITIONS[papel];
      const writePaper = async (data: HomeData): Promise<PaperDocument> => {
        const cobertura = coverageDocument(data.cache, { metodo: papel, desde, hasta, ahora });
        const periodo = `${dayMonthYear(desde)} – ${dayMonthYear(hasta)}`;
        const query = { metodo: papel, desde, hasta } as const;
        const { importes } = definition;
        const [sum] = await data.sumador.group(query, { por: [], sumas: importes });
        const total = sum ?? { keys: [], n: 0, sumas: importes.map(() => 0n), faltan: importes.map(() => 0) };
        const notReported = (campos: readonly string[]): readonly string[] =>
          notReportedInWords(campos.map((campo) => [campo, total.faltan[importes.indexOf(campo)] ?? 0]));
        const months = describeMonths(data, papel, { desde, hasta }, civilDateAt(ahora));
        const notaDeTotal = describeMissing(months);
        const inDoubt = await sumInDoubt(data, { ...query, enDuda: true }, importes);
        const context: SheetContext = {
          definition,
          desde,
          hasta,
          sello: [`${cuenta.nombre} · ${periodo}`, coverageInWords(cobertura), ...stampInDoubt(papel, inDoubt)],
          notReported,
          vacia: emptyInWords(cobertura),
          note: notaDeTotal === undefined ? {} : { notaDeTotal },
          enDuda: describeInDoubt(papel, inDoubt),
        };
        const controles = checksOf(papel, await runChecks(data, { desde, hasta, ahora }));
        const passes = data.lector?.readPasses(signal);
        const detalle = detailSheet(passes, total, context);
        const workbook = [
          await summarySheet({
            context: { ...context, sello: [periodo, coverageInWords(cobertura), ...notReported(importes)] },
            data,
            cuenta: cuenta.nombre,
            leido: civilDateTimeAt(ahora),
            controles,
            detalle,
            filas: total.n,
            months,
          }),
          ...(await Promise.all(definition.hojas.map((hoja) => groupsSheet(data, hoja, context)))),
          detalle,
          checksSheet(controles, [...context.sello, ...notReported(importes)]),
        ];
        try {
          const archivo = await writeWorkbook(path.resolve(salida), workbook, {
            signal,
            creado: ahora,
            ifExists: 'rechazar',
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
          throw couldNot(error, salida);
        } finally {
          await passes?.close();
        }
      };
      return withData(cuenta, writePaper, signal);
    },
  };
}
