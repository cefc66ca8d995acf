/**
 * Runs scripts in turns, each run in a new process, and measures processor time of all threads from the beginning of the work: elapsed time doubles when
 * other programs run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { medianOf, readSpentSeconds } from './lib/figures.ts';

export interface Measure {
  readonly cpuMs: number;
  readonly ms: number;
  /** The peak memory of the process. */
  readonly mb: number;
  readonly said: string;
}

export interface Contender {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
}

/** Prints what this process has used since `start`. */
export function report(start: Start, said: string): void {
  const ms = performance.now() - start.at;
  console.log(
    [readSpentSeconds() * 1000 - start.cpuMs, ms, readPeakMb()].map((one) => one.toFixed(1)).join('\t') + `\t${said}`,
  );
}

interface Start {
  readonly at: number;
  readonly cpuMs: number;
}

export const begin = (): Start => ({ at: performance.now(), cpuMs: readSpentSeconds() * 1000 });

/** The peak memory. On Linux, `maxRSS` of a child begins with the memory of its parent, which wrote the workbooks; VmHWM counts only the child. */
function readPeakMb(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'latin1') : '';
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024;
}

/** Runs a script once in a new process. Node's compiled code is kept in `folder`, as bin/conciliador.js does. */
export function run({ script, args }: Contender, folder: string): Measure {
  // A young generation of 12 MB, as in the reading worker (READ_WORKER_LIMITS).
  const flags = ['--max-semi-space-size=4'];
  const output = execFileSync(process.execPath, [...flags, join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compilado') },
  });
  const [cpuMs = '', ms = '', mb = '', said = ''] = output.trim().split('\t');
  return { cpuMs: Number(cpuMs), ms: Number(ms), mb: Number(mb), said };
}

/** The least time and the median memory of `count` runs of each script. */
export function runRounds(contenders: readonly Contender[], count: number, folder: string): (name: string) => Measure {
  const all = new Map<string, Measure[]>(contenders.map(({ name }) => [name, []]));
  for (let i = 0; i < count; i += 1) for (const one of contenders) all.get(one.name)?.push(run(one, folder));
  return (name) => {
    const found = all.get(name) ?? [];
    const best = {
      cpuMs: Math.min(...found.map(({ cpuMs }) => cpuMs)),
      ms: Math.min(...found.map(({ ms }) => ms)),
      mb: medianOf(found.map(({ mb }) => mb)),
      said: found[0]?.said ?? '',
    };
    const { cpuMs, ms, mb, said } = best;
    console.log(
      `  ${name.padEnd(24)} ${cpuMs.toFixed(0)} ms of processor, ${ms.toFixed(0)} ms, ${mb.toFixed(0)} MB: ${said}`,
    );
    return best;
  };
}
