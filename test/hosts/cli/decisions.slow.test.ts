import { userInfo } from 'node:os';
import ExcelJS from 'exceljs';
import { QUEUE_COLUMNS } from '#domain/decisions/queue-workbook.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { DecisionsOfWorkbook, TakenDecisions } from '#contract/decisions.ts';
import type { ExplanationsDocument } from '#contract/explanations.ts';
import { makeSampleCupones } from '../../../scripts/sample-cupones.ts';
import { csvOf, mountWorld, NO_WAITS } from './world.ts';

type Brought = DecisionsOfWorkbook & Pick<TakenDecisions, 'ns'>;

/** Writes decisions and reasons into the workbook rows of some coupons, found by their number in the upload. */
async function fillIn(book: string, decided: readonly (readonly [seq: number, word: string, why: string])[]) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(book);
  const sheet = workbook.getWorksheet('Por qué') ?? expect.unreachable();
  const columns = new Map<string, number>();
  sheet.eachRow((row) => {
    if (columns.size === 0 && row.cellCount > 10) row.eachCell((cell, at) => columns.set(cell.text, at));
    const name = row.getCell(columns.get(QUEUE_COLUMNS.cupon) ?? 1).text;
    const its = decided.find(([seq]) => name === `${id}#${String(seq)}`);
    if (its === undefined) return;
    row.getCell(columns.get(QUEUE_COLUMNS.decision) ?? expect.unreachable()).value = its[1];
    row.getCell(columns.get(QUEUE_COLUMNS.motivo) ?? expect.unreachable()).value = its[2];
  });
  await workbook.xlsx.writeFile(book);
}

const world = await mountWorld();
afterAll(() => world.close());
const json = <T>(...args: readonly string[]): Promise<T> => world.json<T>(args);
const refused = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
  const { codigo, stdout } = await world.cli([...args, '--json']);
  return { salida: codigo, ...(JSON.parse(stdout) as Record<string, unknown>) };
};
const explained = async () => (await json<ExplanationsDocument>('explicar', id)).cupones;
/** The n-th coupon whose amount differs. */
const offBy = (n: number): { readonly seq: number; readonly first: string } => {
  const one = open.filter(({ motivo }) => motivo === 'IMPORTE_DISTINTO')[n] ?? expect.unreachable();
  return { seq: one.seq ?? 0, first: String(one.candidatos[0]?.operacion['id']) };
};

const samples = makeSampleCupones(world.sandbox, { cantidad: 300, semilla: 3 });
const file = world.file('cupones.csv', csvOf(samples.map(({ cupon }) => cupon)));
await json('sincronizar', '--desde', '2025-08-01');
const { id, carga: upload } = await json<{ id: string; carga: string }>('conciliar', file, ...NO_WAITS);
/** The unmatched coupons before any decision. Each test undoes its decisions. */
const open = await explained();

describe('what a person decides, from the command line', () => {
  test('vincular keeps a link by hand, which says what differs, until it is undone', async () => {
    const { seq, first } = offBy(0);
    const far = await refused('vincular', upload, String(seq), first);
    expect(far).toMatchObject({ salida: 1, codigo: 'IMPORTES_DISTINTOS' });
    expect(far['mensaje']).toMatch(
      /Los cupones suman \$.[\d.]+,13 y las operaciones \$.[\d.]+,00: difieren en \$.0,13.*repetilo con --tolerancia 0,13\.$/u,
    );

    const args = ['vincular', upload, String(seq), first, '--tolerancia', '0,13', '--nota', 'centavos'];
    const { ns, cupones } = await json<TakenDecisions>(...args);
    expect(ns).toHaveLength(1);
    const { decision } = cupones[0] ?? expect.unreachable();
    expect(decision?.vinculo).toMatchObject({ operaciones: [first], tolerancia: '0.13', quien: userInfo().username });
    const after = (await explained()).find((one) => one.seq === seq);
    expect(after).toMatchObject({
      candidatos: [{ operacion: { id: first }, puntaje: 1 }],
      decision: { resuelto: true },
      hacer: `Ya se decidió (Vinculado con ${String(after?.candidatos[0]?.operacion['comprobante'])} (difiere en $\u00a00,13): centavos). No queda nada por hacer.`,
    });
    expect(await refused(...args)).toMatchObject({ salida: 1, codigo: 'CUPON_VINCULADO' });

    const { stdout } = await world.cli(['vincular', id, String(seq), '--deshacer']);
    expect(stdout).toContain(`Fila ${String(seq + 1)} de cupones.csv: no queda ninguna decisión.`);
    expect(await explained()).toEqual(open);
  });

  test('desvincular keeps the first candidate from coming again, until it is undone', async () => {
    const { seq, first } = offBy(1);
    await json('desvincular', upload, String(seq));
    const { candidatos } = (await explained()).find((one) => one.seq === seq) ?? expect.unreachable();
    expect(candidatos.map(({ operacion }) => operacion.id)).not.toContain(first);
    await json('desvincular', upload, String(seq), '--deshacer');
    expect(await explained()).toEqual(open);
  });

  test('explicado and nota are said beside the coupon', async () => {
    const { seq } = offBy(2);
    await json('explicado', upload, String(seq), '--motivo', 'se cobró en efectivo');
    const { stdout } = await world.cli(['nota', upload, String(seq), 'lo dijo Ana']);
    expect(stdout).toContain('Explicado: se cobró en efectivo · Nota: lo dijo Ana.');
    const shown = await world.cli(['explicar', id]);
    expect(shown.stdout).toContain('  Decisión: Explicado: se cobró en efectivo · Nota: lo dijo Ana');
    expect(shown.stdout).toContain(' de cupones.csv · ');
    expect(shown.stdout).not.toMatch(/[\\/]cupones\.csv/);
    await json('nota', upload, String(seq), '--deshacer');
    await json('explicado', upload, String(seq), '--deshacer');
  });

  test('decidir takes what was written in the report, when asked to, and undoes it together', async () => {
    const { exportado } = await json<{ readonly exportado: string }>('explicar', id, '--salida', 'decidir.xlsx');
    const [one, other] = [offBy(2), offBy(3)];
    await fillIn(exportado, [
      [one.seq, 'Explicado', 'se cobró en efectivo'],
      [other.seq, 'Es esta', ''],
    ]);
    const states = (doc: Brought) => doc.filas.map(({ estado }) => estado);
    const previewed = await json<Brought>('decidir', exportado);
    expect([states(previewed), previewed.ns]).toEqual([['se_aplica', 'se_aplica'], []]);
    expect(await explained()).toEqual(open);
    const { ns } = await json<Brought>('decidir', exportado, '--aplicar');
    expect(ns).toHaveLength(2);
    const after = await explained();
    expect(after.find(({ seq }) => seq === other.seq)?.decision?.vinculo?.operaciones).toEqual([other.first]);
    expect(states(await json<Brought>('decidir', exportado))).toEqual(['igual', 'igual']);
    await json('decidir', '--deshacer', ns.join(','));
    expect(await explained()).toEqual(open);
  });

  test('decidir takes nothing while a row is refused, unless the others are asked for', async () => {
    const { exportado } = await json<{ readonly exportado: string }>('explicar', id, '--salida', 'decidir-mal.xlsx');
    await fillIn(exportado, [
      [offBy(2).seq, 'Explicado', ''],
      [offBy(3).seq, 'Nota', 'lo vio Ana'],
    ]);
    const doc = await refused('decidir', exportado, '--aplicar');
    expect(doc).toMatchObject({ salida: 1, codigo: 'VALIDACION_RECHAZADA', ns: [] });
    const { stdout } = await world.cli(['decidir', exportado]);
    expect(stdout).toContain('rechazada: Falta el motivo.');
    const { ns } = await json<Brought>('decidir', exportado, '--aplicar', '--omitir-errores');
    expect(ns).toHaveLength(1);
    await json('decidir', '--deshacer', ns.join(','));
  });

  test.each([
    [['decidir'], 2, 'USO'],
    [['vincular', 'UPLOAD', '9999', '5'], 2, 'CUPON_INEXISTENTE'],
    [['vincular', 'UPLOAD', 'uno', '5'], 2, 'USO'],
    [['vincular', 'UPLOAD', '1'], 2, 'USO'],
    [['vincular', 'UPLOAD', 'OPEN', '5', '--tolerancia', 'mucho'], 2, 'USO'],
    [['vincular', 'UPLOAD', 'OPEN', '5', '--tolerancia', '-1'], 2, 'USO'],
    [['vincular', 'UPLOAD', 'OPEN', '5', '--tolerancia', '−0,13'], 2, 'USO'],
    [['vincular', 'UPLOAD', '1,2', '--deshacer'], 2, 'USO'],
    [['vincular', 'UPLOAD', '1', '5', '--deshacer'], 2, 'USO'],
    [['explicado', 'UPLOAD', '1,2', '--deshacer'], 2, 'USO'],
    [['explicado', 'UPLOAD', '1', '--motivo', 'x', '--deshacer'], 2, 'USO'],
    [['nota', 'UPLOAD', '1', 'x', '--deshacer'], 2, 'USO'],
    [['explicado', 'UPLOAD', 'OPEN'], 2, 'USO'],
    [['nota', 'UPLOAD', 'OPEN'], 2, 'USO'],
    [['nota', 'otra-carga', '1', 'x'], 2, 'CARGA_INEXISTENTE'],
  ])('%j is told what is wrong', async (args, output, code) => {
    const values: Readonly<Record<string, string>> = { UPLOAD: upload, OPEN: String(open[0]?.seq) };
    expect(await refused(...args.map((arg) => values[arg] ?? arg))).toMatchObject({ salida: output, codigo: code });
  });

  test('a number that no coupon has is told with the command that gives the numbers', async () => {
    const { codigo, stderr } = await world.cli(['nota', upload, '99999', 'x']);
    expect(codigo).toBe(2);
    expect(stderr).toContain(`«explicar ${upload} --json»`);
  });
});
