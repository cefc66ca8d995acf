/**
 * Compares the fuses of the packed programs in a folder with the required ones. `node scripts/release/read-fuses.ts dist`; `--humo`: for the test build, which
 * allows a debugger. Exits 1 if a fuse differs or there is no program.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

/** The fuses that are on in released programs. */
const SHIPPED = [
  'EnableCookieEncryption',
  'EnableEmbeddedAsarIntegrityValidation',
  'OnlyLoadAppFromAsar',
  'WasmTrapHandlers',
];
const PROGRAMS = ['conciliador', 'Conciliador.exe', 'Conciliador.app'];

const args = process.argv.slice(2);
const smoke = args.includes('--humo');
const folder = args.find((one) => !one.startsWith('--')) ?? 'dist';
const expected = [...SHIPPED, ...(smoke ? ['EnableNodeCliInspectArguments'] : [])].sort().join(', ');

const programs = readdirSync(folder)
  .flatMap((inside) => PROGRAMS.map((name) => path.join(folder, inside, name)))
  .filter((file) => existsSync(file));
if (programs.length === 0) {
  console.error(`No program in ${folder}`);
  process.exitCode = 1;
}
for (const program of programs) {
  const wire = await getCurrentFuseWire(program);
  const enabled = Object.entries(wire)
    .filter(([, state]) => state === FuseState.ENABLE)
    .map(([fuse]) => FuseV1Options[Number(fuse)])
    .sort()
    .join(', ');
  console.log(`${program}: ${enabled}`);
  if (enabled === expected) continue;
  console.error(`Its fuses should be: ${expected}`);
  process.exitCode = 1;
}
