import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

const CANAL = 'net.client.socket';
const DE_ESTA_PC = new Set(['127.0.0.1', '::1']);

/**
 * Writes down every connection that this process begins to another machine, and every name that it looks up: the core of the application
 * runs in it. The services of the tests are on this machine, and so is the keychain.
 */
export function vigilarSalidas(): { readonly ajenas: readonly string[]; parar(): void } {
  const ajenas: string[] = [];
  const mirar = (mensaje: unknown): void => {
    if (typeof mensaje !== 'object' || mensaje === null || !('socket' in mensaje)) return;
    const { socket } = mensaje;
    if (!(socket instanceof Socket)) return;
    socket.on('connectionAttempt', (ip: string, puerto: number) => {
      if (!DE_ESTA_PC.has(ip)) ajenas.push(`${ip}:${String(puerto)}`);
    });
    socket.on('lookup', (_error: unknown, _ip: unknown, _familia: unknown, nombre: string) => {
      if (nombre !== 'localhost') ajenas.push(nombre);
    });
  };
  subscribe(CANAL, mirar);
  return {
    ajenas,
    parar: () => {
      unsubscribe(CANAL, mirar);
    },
  };
}
