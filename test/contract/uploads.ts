/** Uploads coupons through the client's port and compares the client's result with what the sandbox holds. */
import { expect } from 'vitest';
import { toCanonicalText, type Cupon } from '#domain/cupon.ts';
import type { Conciliacion, ConciliacionesService, ResultCupon } from '#domain/conciliacion.ts';
import { createSandbox } from '#sandbox/index.ts';
import { makeSampleCupones } from '../../scripts/sample-cupones.ts';
import { aService, createTestClock, noSignal } from '../service/fixtures.ts';
import { civilDay } from '../domain/civil-day.ts';

export const UPLOAD_SWITCHES = {
  parametros: ['cuerpo', 'consulta', 'ambos'],
  token_vencido: ['401', '400'],
  cuerpo_error: ['json', 'html', 'vacio'],
  pagina_base: ['1', '0'],
  pagina_pasada: ['vacia', 'ultima'],
  orden: ['id', 'fecha'],
  token_unico: ['no', 'si'],
  ids: ['reales', 'historicos'],
  campos_extra: ['no', 'si'],
  contadores: ['lote', 'acumulado'],
  existentes: ['exacto', 'clave'],
  resultado_wallet: ['no', 'si'],
  eco: ['igual', 'normalizado'],
  lista_pendientes: ['si', 'no'],
  otras: ['0', '3'],
  cupones: ['60', '200', '250'],
} as const;

const body = (id: string, cupones: readonly Cupon[], more: boolean): Uint8Array =>
  new TextEncoder().encode(
    `{"id":${JSON.stringify(id)},"datos":[${cupones.map(toCanonicalText).join()}],"subir_mas":"${String(more)}"}`,
  );

async function send(service: ConciliacionesService, body: Uint8Array): Promise<string> {
  const answer = await service.send(body, noSignal);
  if (answer.kind !== 'respuesta') throw new Error(`not answered: ${JSON.stringify(answer)}`);
  expect(answer.estado).toBe(true);
  return answer.id;
}

async function readResult(service: ConciliacionesService, id: string): Promise<readonly ResultCupon[]> {
  const all: ResultCupon[] = [];
  for await (const page of service.readResult(id, noSignal)) {
    expect(page.cuarentena).toBe(0);
    all.push(...page.cupones);
  }
  return all;
}

export async function uploadAndRead(combination: Readonly<Record<string, string>>): Promise<void> {
  const { otras: others = '0', cupones: howMany = '60', ...switches } = combination;
  const clock = createTestClock();
  const traits = Object.entries(switches).map(([name, value]) => `${name}=${value}`);
  const sandbox = await createSandbox({ clock, rasgos: traits, operaciones: 1000 });
  try {
    const { apiKey, apiSecret } = sandbox;
    const service = aService(sandbox.url, { clock, credentials: { tipo: 'api', apiKey, apiSecret } });
    const { conciliaciones } = service;
    const example = makeSampleCupones(sandbox, { cantidad: Number(howMany), semilla: 3 });
    const marked = example.map(({ cupon }, n): Cupon => ({ ...cupon, auxiliar_5: `marca.${String(n)}` }));
    for (let n = 0; n < Number(others); n += 1)
      await send(
        conciliaciones,
        body('0', [{ ...marked[0], auxiliar_5: `otra.${String(n)}`, referencia: `r${String(n)}` }], false),
      );

    const half = Math.floor(marked.length / 2);
    const id = await send(conciliaciones, body('0', marked.slice(0, half), true));
    expect(await send(conciliaciones, body(id, marked.slice(half), false))).toBe(id);
    clock.advance(300_000);
    sandbox.expireTokens();

    const today = civilDay('2026-10-15');
    const list = await conciliaciones.list(today, today, noSignal);
    expect(list.completa).toBe(true);
    expect(list.conciliaciones).toHaveLength(Number(others) + 1);
    expect(conciliaciones.getServiceDate()).toBe(today);
    const header = await conciliaciones.show(id, noSignal);
    expect(list.conciliaciones.find((one) => one.id === id)).toEqual(header);
    await compareResult(
      sandbox.truth.conciliaciones().at(-1)?.cupones ?? [],
      await readResult(conciliaciones, id),
      header,
    );

    expect(await conciliaciones.show('999999', noSignal)).toBeUndefined();
    expect(await readResult(conciliaciones, '999999')).toEqual([]);
    expect(await conciliaciones.remove(id, noSignal)).toBe('borrada');
    expect(await conciliaciones.remove(id, noSignal)).toBe('ausente');
    expect(await conciliaciones.show(id, noSignal)).toBeUndefined();
    expect(service.quarantined).toEqual([]);
  } finally {
    await sandbox.close();
  }
}

type Stored = {
  readonly clase: string;
  readonly crudo: { readonly auxiliar_5?: string | undefined };
  readonly pairing: unknown;
};

async function compareResult(
  stored: readonly Stored[],
  read: readonly ResultCupon[],
  header: Conciliacion | undefined,
): Promise<void> {
  const shown = stored.filter(({ clase }) => clase === 'nuevo');
  // The sandbox may change the case of a text in its echo; the marker is compared without case.
  expect(read.map(({ cupon, conciliado }) => ({ marca: cupon.auxiliar_5?.toLowerCase(), conciliado }))).toEqual(
    shown.map(({ crudo, pairing }) => ({ marca: crudo.auxiliar_5, conciliado: pairing !== undefined })),
  );
  expect(header).toMatchObject({
    nuevos: shown.length,
    existentes: stored.filter(({ clase }) => clase === 'existe').length,
    conciliados: read.filter(({ conciliado }) => conciliado).length,
    estado: 'IMPORTADO',
  });
}
