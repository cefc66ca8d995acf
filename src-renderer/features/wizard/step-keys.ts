/** Alt ← and Alt → in the steps without `StepFoot`: open another step, or say why they cannot. */
import { m } from '../../paraglide/messages.js';
import { STEPS, type ConciliarState } from './conciliar.svelte.ts';

export function goBackByKey(model: ConciliarState): string | undefined {
  const before = STEPS[STEPS.indexOf(model.step) - 1];
  if (before === undefined) return m.paso_es_el_primero();
  if (model.canGoTo(before)) {
    model.goTo(before);
    return undefined;
  }
  return m.paso_no_vuelve();
}

/** Opens the next step, or says what it needs; never sends. */
export function goOnByKey(model: ConciliarState): string | undefined {
  if (model.step === 'resultado') return m.paso_es_el_ultimo();
  if (model.step === 'envio') return model.isUploading ? m.paso_falta_terminar() : m.paso_falta_enviar();
  if (model.isReading) return m.archivo_leyendo();
  if (!model.wasLeft) return m.paso_falta_archivo();
  model.continueWithLeft();
  return undefined;
}
