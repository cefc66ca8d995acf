/** A form that a letter opened: its first field takes the keyboard, and all of it is brought in sight above the foot of the panel. */
export function showForm(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('select, input')?.focus({ preventScroll: true });
  form.scrollIntoView({ block: 'nearest' });
}
