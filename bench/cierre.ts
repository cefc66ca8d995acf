/**
 * Closes a month of 20,000 operations with the command line, and prints the seconds and the peak memory of the process. `node bench/cierre.ts
 * [OPERATIONS A MONTH]`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { MEMORY } from '../bin/memory.js';
import { printGoal } from './lib/figures.ts';

const A_MONTH = Number(process.argv[2] ?? 20_000);
/** The sandbox has 455 days, which is 15 months. */
const MONTHS = 15;
const bin = fileURLToPath(new URL('../bin/conciliador.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'bench-cierre-'));
const REPORT = `data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();process.stderr.write("use "+u.maxRSS+" "+(u.userCPUTime+u.systemCPUTime)+"\\n")})`;

const sandbox = spawn(process.execPath, [bin, 'sandbox', '--operaciones', String(A_MONTH * MONTHS)], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [line] = await once(sandbox.stdout, 'data');
const access: { url: string; apiKey: string; apiSecret: string } = JSON.parse(String(line).split('\n')[0] ?? '');
const env = {
  ...process.env,
  CONCILIADOR_HOME: folder,
  CONCILIADOR_URL: access.url,
  CONCILIADOR_API_KEY: access.apiKey,
  CONCILIADOR_API_SECRET: access.apiSecret,
};
const run = (...args: readonly string[]) => {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...MEMORY, '--import', REPORT, bin, ...args], {
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const [, kilobytes, microseconds] = /use (\d+) (\d+)/.exec(stderr) ?? [];
  return {
    seconds: (performance.now() - startedAt) / 1000,
    cpu: Number(microseconds) / 1e6,
    megabytes: Number(kilobytes) / 1024,
  };
};

try {
  const month = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 7);
  const from = new Date(Date.parse(`${month}-01`) - 46 * 86_400_000).toISOString().slice(0, 10);
  run('sincronizar', '--desde', from);
  const { seconds, cpu, megabytes } = run('cierre', month, '--salida', folder, '--motivo', 'bench');
  console.log(`  ${cpu.toFixed(2)} s of processor`);
  printGoal('cierre.segundos', seconds, '≤', 10, 's');
  printGoal('cierre.memoria', megabytes, '≤', 350, 'MB');
} finally {
  sandbox.kill();
  rmSync(folder, { recursive: true });
}
