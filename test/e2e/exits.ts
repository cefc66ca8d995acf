import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

const CANAL = 'net.client.socket';
const THIS_PC = new Set(['127.0.0.1', '::1']);

/**
 * Records every connection that this process begins to another machine and every name that it looks up. The core of the application runs in this
 * process; the services of the tests and the keychain are on this machine.
 */
export function watchExits(): { readonly ajenas: readonly string[]; halt(): void } {
  const foreign: string[] = [];
  const inspect = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('socket' in message)) return;
    const { socket } = message;
    if (!(socket instanceof Socket)) return;
    socket.on('connectionAttempt', (ip: string, port: number) => {
      if (!THIS_PC.has(ip)) foreign.push(`${ip}:${String(port)}`);
    });
    socket.on('lookup', (_error: unknown, _ip: unknown, _family: unknown, name: string) => {
      if (name !== 'localhost') foreign.push(name);
    });
  };
  subscribe(CANAL, inspect);
  return {
    ajenas: foreign,
    halt: () => {
      unsubscribe(CANAL, inspect);
    },
  };
}
