/** Reports that a service does not answer while we still wait for it: one request may take half a minute, and is tried again. */
import type { Clock } from '#domain/clock.ts';
import type { Exchange } from './exchange.ts';

/** A service that works always answers sooner. Reported once for each silence, not for each request. */
const SILENCE_MS = 10_000;

/** Wraps `exchange`: `onSilence` is told the ms in which nothing came. */
export function breakSilence(
  exchange: Exchange,
  { clock, onSilence }: { readonly clock: Clock; readonly onSilence: (ms: number) => void },
): Exchange {
  let told = false;
  return async (request, signal) => {
    const silence = clock.timeout(SILENCE_MS);
    const tell = (): void => {
      if (!told) onSilence(SILENCE_MS);
      told = true;
    };
    silence.addEventListener('abort', tell);
    try {
      const answer = await exchange(request, signal);
      // A service that answers slowly each time is reported once.
      if (!silence.aborted) told = false;
      return answer;
    } finally {
      silence.removeEventListener('abort', tell);
    }
  };
}
