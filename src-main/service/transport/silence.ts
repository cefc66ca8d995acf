/** Says that a service does not answer while it is still being waited for: a request may take half a minute, and is tried again. */
import type { Clock } from '#domain/clock.ts';
import type { Exchange } from './exchange.ts';

/** No answer of a service that works takes this long; said once for each silence, not for each request. */
const SILENCE_MS = 10_000;

/** `exchange`, with `onSilence` told the ms in which nothing came. */
export function breakingSilence(
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
      // One that answers slowly each time is told of once.
      if (!silence.aborted) told = false;
      return answer;
    } finally {
      silence.removeEventListener('abort', tell);
    }
  };
}
