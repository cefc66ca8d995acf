/** The keys Alt ← and Alt → in the steps without a foot: they leave the step, or give the reason why it cannot be left. */
import { m } from '../../paraglide/messages.js';
import { STEPS, type ConciliarState } from './conciliar.svelte.ts';

/** Opens the previous step; otherwise gives the reason why that is not possible. */
export function goBackByKey(model: ConciliarState): string | undefined {
  const before = STEPS[STEPS.indexOf(model.step) - 1];
  if (before === undefined) return m.paso_es_el_primero();
  if (model.canGoTo(before)) {
    model.goTo(before);
    return undefined;
  }
  return m.paso_no_vuelve();
}

/** Opens the next step; otherwise gives the words for what is missing. Never sends anything. */
export function goOnByKey(model: ConciliarState): string | undefined {
  if (model.step === 'resultado') return m.paso_es_el_ultimo();
  if (model.step === 'envio')
    return model.upload.isRunning || model.upload.stopped !== undefined
      ? m.paso_falta_terminar()
      : m.paso_falta_enviar();
  if (model.isReading) return m.archivo_leyendo();
  if (!model.wasLeft) return m.paso_falta_archivo();
  model.continueWithLeft();
  return undefined;
}
