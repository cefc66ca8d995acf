/** Coupons of earlier uploads that were not matched and since have: their results are read again, and nothing is written anywhere but what was told. */
import type { Aparecidos } from '#contract/sync.ts';
import type { Conciliacion } from '#domain/conciliacion.ts';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import type { Instant } from '#domain/clock.ts';
import type { Service } from '#service/index.ts';
import type { Escritor, ReadableCache } from '#storage/cache/index.ts';
import type { Libro } from '#storage/ledger/index.ts';

/** Reconciliations older than this are not looked at: nothing matches any more. */
const DIAS = 180;

interface Deps {
  readonly cuenta: string;
  readonly libro: Libro;
  readonly cache: Pick<ReadableCache, 'saber'>;
  readonly escritor: Pick<Escritor, 'aprender'>;
  readonly servicio: Pick<Service, 'conciliaciones'>;
  readonly ahora: Instant;
}

const conteoClave = (id: string): string => `conciliados:${id}`;
const encabezadoClave = (id: string): string => `encabezado:${id}`;
/** What of a header tells that there may be something new. */
const resumenDe = ({ total, conciliados, sinConciliar, estado }: Conciliacion): string =>
  [total, conciliados, sinConciliar, estado].join('/');

/** How many coupons of ours a result shows as matched; undefined when it is not there any more. */
async function conciliadosDe(
  { libro, servicio }: Deps,
  { id, carga }: { id: string; carga: string },
  signal: AbortSignal,
): Promise<number | undefined> {
  const ubicar = libro.abrirUbicador(carga);
  let nuestros: number | undefined;
  for await (const { cupones } of servicio.conciliaciones.resultado(id, signal)) {
    nuestros ??= 0;
    for (const fila of cupones) if (ubicar(fila) !== undefined && fila.conciliado) nuestros += 1;
  }
  return nuestros;
}

/** The uploads of an account that have new matches since they ended, or since it was last told. */
export async function buscarAparecidos(deps: Deps, signal: AbortSignal): Promise<readonly Aparecidos[]> {
  const { cuenta, libro, cache, escritor, servicio, ahora } = deps;
  const hoy = civilDateAt(ahora);
  if (libro.uploads(cuenta).length === 0) return [];
  const aparecidos: Aparecidos[] = [];
  const { conciliaciones } = await servicio.conciliaciones.listar(addDays(hoy, -DIAS), hoy, signal);
  for (const encabezado of conciliaciones) {
    const { id } = encabezado;
    const carga = libro.cargaDe(cuenta, id);
    const upload = carga === null ? undefined : libro.upload(carga);
    if (carga === null || upload?.terminada !== true) continue;
    const { conciliado, sin_conciliar: sinConciliar, no_informado: noInformados } = libro.conteos(carga);
    // Read again only when its header is another: a result may be long.
    if (sinConciliar + noInformados === 0 || cache.saber(encabezadoClave(id)) === resumenDe(encabezado)) continue;
    const ahoraConciliados = await conciliadosDe(deps, { id, carga }, signal);
    if (ahoraConciliados === undefined) continue;
    const antes = Math.max(conciliado, Number(cache.saber(conteoClave(id)) ?? 0));
    if (ahoraConciliados > antes) {
      aparecidos.push({ carga, archivos: upload.archivos, cupones: ahoraConciliados - antes });
      await escritor.aprender(conteoClave(id), String(ahoraConciliados));
    }
    await escritor.aprender(encabezadoClave(id), resumenDe(encabezado));
  }
  return aparecidos;
}
