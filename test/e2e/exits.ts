import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

const CANAL = 'net.client.socket';
const THIS_PC = new Set(['127.0.0.1', '::1']);

/**
 * Records every connection that this process begins to another machine and every name that it looks up. The core of the application runs in this
 * process; the services of the tests and the keychain are on this machine.
 */
export function watchExits(): { readonly ajenas: readonly string[]; halt(): void } {
  const ajenas: string[] = [];
  const inspect = (mensaje: unknown): void => {
    if (typeof mensaje !== 'object' || mensaje === null || !('socket' in mensaje)) return;
    const { socket } = mensaje;
    if (!(socket instanceof Socket)) return;
    socket.on('connectionAttempt', (ip: string, puerto: number) => {
      if (!THIS_PC.has(ip)) ajenas.push(`${ip}:${String(puerto)}`);
    });
    socket.on('lookup', (_error: unknown, _ip: unknown, _family: unknown, nombre: string) => {
      if (nombre !== 'localhost') ajenas.push(nombre);
    });
  };
  subscribe(CANAL, inspect);
  return {
    ajenas,
    halt: () => {
      unsubscribe(CANAL, inspect);
    },
  };
}
