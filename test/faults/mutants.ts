import { isAppError } from '#contract/errors.ts';
import { PROTOCOL } from '#app/upload/types.ts';
import type { UploadEvent } from '#domain/upload/types.ts';
import type { Breakage } from './run.ts';

/** The upload without one of its invariants (docs/upload.md, "Invariants"): the check of that invariant must fail. I2 is in two-uploads.ts. */
export const MUTANTS: Readonly<Record<string, Breakage>> = {
  'I1: the attempt is written after the send': {
    ledger: (ledger) => {
      let expected: readonly UploadEvent[] = [];
      return {
        ...ledger,
        note: (upload, events) => {
          const attempt = events.some((event) => event.kind === 'intento');
          ledger.note(upload, [...expected, ...(attempt ? [] : events)]);
          expected = attempt ? events : [];
        },
      };
    },
  },
  'I3: a lost send is sent again at once': {
    protocol: {
      ...PROTOCOL,
      observe: (m, o, mono) => PROTOCOL.observe(m, o, m.fase.state === 'UNKNOWN' ? mono + 1e9 : mono),
    },
  },
  'I4: the bytes of a batch change when it is sent again': {
    ledger: (ledger) => {
      const vistas = new Set<string>();
      const firstOnes = new Map<string, string>();
      return {
        ...ledger,
        // The ledger refuses changed bytes, so it gets the first bytes of the batch every time.
        note: (upload, events) => {
          const feigned = events.map((event) => {
            if (event.kind !== 'intento') return event;
            const { generacion, n, hash } = event.envio;
            const key = `${String(generacion)}/${String(n)}`;
            const first = firstOnes.get(key) ?? hash;
            firstOnes.set(key, first);
            return { ...event, envio: { ...event.envio, hash: first } };
          });
          ledger.note(upload, feigned);
        },
        readTexts: (upload, from, to, except) => {
          const key = `${String(from)}-${String(to)}`;
          const texts = ledger.readTexts(upload, from, to, except);
          const other = vistas.has(key);
          vistas.add(key);
          return other ? texts.map((text) => text.replace('{', '{ ')) : texts;
        },
      };
    },
  },
  'I5: a failed or partial read is taken for absence': {
    service: (service) => ({
      getServiceDate: () => service.getServiceDate(),
      list: async (from, to, signal) => {
        try {
          return { ...(await service.list(from, to, signal)), completa: true };
        } catch (error) {
          if (!isAppError(error)) throw error;
          return { conciliaciones: [], completa: true };
        }
      },
      show: async (id, signal) => {
        try {
          return await service.show(id, signal);
        } catch (error) {
          if (!isAppError(error)) throw error;
          return undefined;
        }
      },
      async *readResult(id, signal) {
        try {
          yield* service.readResult(id, signal);
        } catch (error) {
          if (!isAppError(error)) throw error;
        }
      },
      send: (body, signal) => service.send(body, signal),
      remove: (id, signal) => service.remove(id, signal),
      renew: (signal) => service.renew(signal),
    }),
  },
  'I6: whatever has rows is taken for ours': {
    ledger: (ledger) => ({
      ...ledger,
      findOwnership: (_upload, rows) => ({ marca: rows.length, igual: 0, otras: 0 }),
    }),
  },
  'I7: a coupon that the result does not show is left without a disposition': {
    ledger: (ledger) => ({
      ...ledger,
      openReading: (upload, rejected) => ({
        ...ledger.openReading(upload, rejected),
        setDispositions: () => undefined,
      }),
    }),
  },
  'I8: finished as soon as the last batch is answered': {
    protocol: {
      ...PROTOCOL,
      chooseAction: (m, mono) => (m.fase.state === 'VERIFYING' ? { tipo: 'concluir' } : PROTOCOL.chooseAction(m, mono)),
    },
  },
  'I8: the late audit is left out': {
    protocol: {
      ...PROTOCOL,
      chooseAction: (m, mono) =>
        m.fase.state === 'LATE_AUDIT' ? { tipo: 'concluir' } : PROTOCOL.chooseAction(m, mono),
    },
  },
};
