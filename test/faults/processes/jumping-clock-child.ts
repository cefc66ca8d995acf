/**
 * Preloaded into a process (`--import`): at each SIGUSR2 its wall clock jumps by the next of the hours in `CONCILIADOR_PRUEBA_SALTOS`. The monotonic
 * clock does not jump.
 */
import process from 'node:process';

const hours = (process.env['CONCILIADOR_PRUEBA_SALTOS'] ?? '').split(',').map(Number);
const now = Date.now.bind(Date);
let shiftMs = 0;
Date.now = () => now() + shiftMs;
process.on('SIGUSR2', () => {
  shiftMs += (hours.shift() ?? 0) * 3_600_000;
});
