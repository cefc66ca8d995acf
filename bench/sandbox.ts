/**
 * Compares how fast the sandbox generates operations with how fast it serves them (pages of 1,000 over HTTP, one after another), and serving with building
 * the same JSON. Goal: generating is at least as fast as serving.
 */
import { civilDateAt } from '#domain/civil-date.ts';
import { systemClock as clock } from '#platform/system-clock.ts';
import { createData, createSandbox } from '#sandbox/index.ts';
import { makeSampleCupones } from '../scripts/sample-cupones.ts';
import { enterPlainly } from '../test/sandbox/access.ts';
import { printGoal } from './lib/figures.ts';

const TODAY = civilDateAt(Date.UTC(2026, 10, 21, 15));
const SERVED = 100_000;

const measureSeconds = async (run: () => unknown): Promise<number> => {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
};
const formatRate = (rows: number, time: number): string => `${Math.round(rows / time).toLocaleString('en')} rows/s`;

async function measure(total: number): Promise<void> {
  const generated = await measureSeconds(() => createData({ semilla: 1, operaciones: total, hoy: TODAY }));
  const sandbox = await createSandbox({ clock, operaciones: total, hoy: TODAY, rasgos: ['parametros=consulta'] });
  const memory = process.memoryUsage();
  try {
    const headers = await enterPlainly(sandbox);
    const pages = Math.min(total, SERVED) / 1000;
    const range = 'fecha_desde=2025-01-01&fecha_hasta=2026-12-31&reg_pagina=1000';
    let bytes = 0;
    const served = await measureSeconds(async () => {
      for (let page = 1; page <= pages; page++) {
        const answer = await fetch(`${sandbox.url}/v1/operaciones?${range}&pagina=${String(page)}`, { headers });
        bytes += (await answer.arrayBuffer()).byteLength;
      }
    });
    const rows = sandbox.truth.operaciones().slice(0, pages * 1000);
    const floor = await measureSeconds(() => JSON.stringify(rows));

    const cupones = makeSampleCupones(sandbox, { cantidad: 20_000, semilla: 2 }).map((e) => e.cupon);
    const body = JSON.stringify({ id: '0', datos: cupones, subir_mas: 'false' });
    const uploaded = await measureSeconds(() =>
      fetch(`${sandbox.url}/v2/conciliar-operaciones`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      }).then((answer) => answer.text()),
    );
    const parsed = await measureSeconds(() => JSON.parse(body));
    console.log(`${total.toLocaleString('en')} operations`);
    console.log(
      `  made ${formatRate(total, generated)}, served ${formatRate(pages * 1000, served)} (${(bytes / 1e6 / served).toFixed(0)} MB/s)`,
    );
    printGoal('sandbox.generar_contra_servir', total / generated / ((pages * 1000) / served), '≥', 1);
    console.log(`sandbox.servir_contra_json ${(served / floor).toFixed(2)} × of JSON.stringify alone`);
    console.log(`  ${cupones.length.toLocaleString('en')} coupons received and matched in ${uploaded.toFixed(2)} s`);
    console.log(`sandbox.subir_contra_parse ${(uploaded / parsed).toFixed(2)} × of JSON.parse alone`);
    console.log(
      `  memory with the data set made twice ${(memory.rss / 1e6).toFixed(0)} MB, of it columns ${(memory.arrayBuffers / 1e6).toFixed(0)} MB`,
    );
  } finally {
    await sandbox.close();
  }
}

await measure(200_000);
