import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '#domain/clock.ts';
import { digestOf } from './sessions.ts';

const REQUEST = z.strictObject({ puerta: z.string().min(1).max(200) });
/** A browser needs a moment to appear: a person who presses again meanwhile wants the same page. */
const BETWEEN_MS = 5_000;

interface DoorDeps {
  readonly clock: Clock;
  /** Opens the person's browser with a new one-time entry; false when the system cannot. */
  readonly openEntry: () => Promise<boolean>;
}

/**
 * `POST /api/abrir`: a page without a session asks the program to open one that has one. The answer contains nothing that lets the page in: the
 * entry goes through a file that only the person can read. Gives the key that a page with a session keeps for its browser. Without the key,
 * another user of the machine could open windows on this screen.
 */
export function serveDoor(server: FastifyInstance, { clock, openEntry }: DoorDeps): string {
  const key = randomBytes(32).toString('base64url');
  const wanted = digestOf(key);
  let last = -Infinity;
  server.post('/api/abrir', async (request, reply) => {
    const parsed = REQUEST.safeParse(request.body);
    if (!parsed.success || !timingSafeEqual(digestOf(parsed.data.puerta), wanted)) {
      return reply.code(401).send({ error: 'sesion' });
    }
    if (clock.monotonic() - last < BETWEEN_MS) return { abierta: true };
    last = clock.monotonic();
    return { abierta: await openEntry() };
  });
  return key;
}
