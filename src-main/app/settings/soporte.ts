import { existsSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { InformeSoporte } from '#contract/ajustes.ts';
import type { SegundaCopia } from '#contract/segunda-copia.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { systemCode } from '#platform/disk-error.ts';
import { permittedEvent, permittedFacts } from '#platform/log-fields.ts';
import { contenidoDe } from '#storage/ledger/index.ts';
import { examinarBase } from '#storage/sqlite/instantanea.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Ajustes } from './ajustes.ts';
import { todasLasCuentas } from './todas-las-cuentas.ts';

/** What the machine and the program say of themselves: versions and kinds, nothing of the person. */
export interface Maquina {
  readonly version: string;
  readonly anfitrion: string;
  readonly plataforma: string;
  readonly arquitectura: string;
  /** By component: `node`, `electron`, `sqlite`. */
  readonly versiones: Readonly<Record<string, string | undefined>>;
  readonly memoriaMb: number;
}

interface Deps {
  readonly cuentas: Pick<Cuentas, 'listar' | 'elegir'>;
  readonly ajustes: Ajustes;
  readonly datos: DataFolder;
  readonly clock: Clock;
  readonly maquina: Maquina;
  readonly segunda: () => Promise<SegundaCopia>;
}

const LINEAS = 200;
/** A log line as `platform/logger.ts` writes it; anything else in the file stays there. */
const linea = z.looseObject({
  nivel: z.enum(['info', 'error']),
  hora: z.iso.datetime(),
  evento: z.string(),
  codigo: z
    .string()
    .regex(/^[A-Za-z_]{1,40}$/)
    .optional(),
  causas: z.array(z.string().regex(/^[A-Za-z_]{1,40}$/)).optional(),
  pila: z.array(z.string().regex(/^[\w./-]{0,120}(?::\d{1,6})?$/)).optional(),
});

/**
 * The report that a person copies for support. Made from a list of what may be in it, not by taking things out: versions, counts, sizes,
 * settings that are no text of anybody, and the last lines of the log read again through the log's own list of permitted facts. Names of
 * accounts, addresses, paths, amounts and coupons have no way in.
 */
export function createSoporte({ cuentas, ajustes, datos, clock, maquina, segunda }: Deps): {
  informe(): Promise<InformeSoporte>;
} {
  return {
    async informe() {
      const { carpetaInformes, ...guardados } = await ajustes.leer();
      const texto = [
        `Conciliador ${maquina.version} (${maquina.anfitrion})`,
        `Informe del ${civilDateTimeAt(clock.now())}`,
        `Sistema: ${maquina.plataforma} ${maquina.arquitectura}, ${String(maquina.memoriaMb)} MB de memoria`,
        ...Object.entries(maquina.versiones).map(([que, version]) => `${que}: ${version ?? 'no está'}`),
        '',
        'Ajustes',
        ...Object.entries({ ...guardados, carpetaInformes: carpetaInformes !== null }).map(
          ([nombre, valor]) => `  ${nombre}: ${JSON.stringify(valor)}`,
        ),
        '',
        ...(await lineasDeCuentas()),
        '',
        ...linesOfSecondCopy(await segunda()),
        '',
        'Registro',
        ...(await ultimasLineas(datos.registro)),
      ];
      return { texto: `${texto.join('\n')}\n` };
    },
  };

  async function lineasDeCuentas(): Promise<string[]> {
    const todas = await todasLasCuentas(cuentas);
    const lineas = [`Cuentas: ${String(todas.length)}`];
    for (const { id, tipo } of todas) {
      const { ledger, cache } = datos.cuenta(id);
      lineas.push(`  ${id}, ${tipo}: ${await deLibro(ledger)}; ${await deCache(cache)}`);
    }
    return lineas;
  }
}

/** Of accounts without their names, and of the folder only whether there is one. */
function linesOfSecondCopy({ carpeta, mismoDisco, cuentas }: SegundaCopia): string[] {
  const where = carpeta === null ? 'sin elegir' : mismoDisco === true ? 'en el disco de los datos' : 'en otro disco';
  return [
    `Segunda copia: ${where}`,
    ...cuentas.map(
      ({ copia, dias, falla }) =>
        `  ${copia === null ? 'ninguna' : `${String(copia.bytes)} bytes`}, al día hace ${String(dias)} días${falla === null ? '' : `, ${falla.codigo}`}`,
    ),
  ];
}

async function deLibro(ruta: string): Promise<string> {
  if (!existsSync(ruta)) return 'sin registro de envíos';
  const { sana, version } = examinarBase(ruta);
  const cargas = sana ? contenidoDe(ruta).cargas : null;
  return `registro ${sana ? 'sano' : 'DAÑADO'} v${String(version)}, ${String(cargas ?? '¿?')} cargas, ${await megas(ruta)}`;
}

async function deCache(ruta: string): Promise<string> {
  if (!existsSync(ruta)) return 'sin datos bajados';
  const { sana, version } = examinarBase(ruta, { paginas: false });
  return `datos bajados ${sana ? '' : 'DAÑADOS '}v${String(version)}, ${await megas(ruta)}`;
}

const megas = async (ruta: string): Promise<string> => `${((await stat(ruta)).size / 1_048_576).toFixed(1)} MB`;

/** The last lines of the newest files, oldest first, each made again from what it is permitted to say. */
async function ultimasLineas(carpeta: string): Promise<string[]> {
  let lineas: string[] = [];
  for (const nombre of await archivosDe(carpeta)) {
    const texto = await readFile(path.join(carpeta, nombre), 'utf8');
    lineas = [...texto.split('\n').flatMap(reescribir), ...lineas];
    if (lineas.length >= LINEAS) break;
  }
  return lineas.length === 0 ? ['  (vacío)'] : lineas.slice(-LINEAS).map((una) => `  ${una}`);
}

/** Newest first: `conciliador.log`, `conciliador.1.log`… */
async function archivosDe(carpeta: string): Promise<string[]> {
  try {
    return (await readdir(carpeta))
      .filter((nombre) => /^conciliador(\.\d)?\.log$/.test(nombre))
      .sort((a, b) => numero(a) - numero(b));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
const numero = (nombre: string): number => Number(/\.(\d)\./.exec(nombre)?.[1] ?? 0);

function reescribir(cruda: string): string[] {
  if (cruda === '') return [];
  const leida = linea.safeParse(parseJson(cruda));
  if (!leida.success) return [];
  const { nivel, hora, evento, codigo, causas, pila, pid: _pid, omitidos: _omitidos, ...hechos } = leida.data;
  const dichos = Object.entries(permittedFacts(hechos)).map(([nombre, valor]) => `${nombre}=${String(valor)}`);
  const donde = [codigo ?? [], causas ?? [], pila ?? []].flat();
  return [[hora, nivel, permittedEvent(evento), ...dichos, ...donde].join(' ')];
}

function parseJson(texto: string): unknown {
  try {
    return JSON.parse(texto);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
