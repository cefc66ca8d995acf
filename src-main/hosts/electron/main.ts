import * as electron from 'electron';
import { createApp } from '#app/compose/index.ts';
import { systemClock } from '#platform/system-clock.ts';
import { startWindow } from './boot.ts';

// The only module of this process that imports the real Electron; the others get it as a parameter. Do not await the start: Electron becomes ready only after
// this module was evaluated.
startWindow({
  electron,
  env: process.env,
  ownProcess: process,
  clock: systemClock,
  createApp,
  onOpened: () => {
    process.send?.('ventana-abierta'); // tells `conciliador abrir`, if that started this process
  },
}).catch((error: unknown) => {
  queueMicrotask(() => {
    throw error; // the handler of uncaught errors, which `startWindow` sets up first, shows it
  });
});
