/** Opens a dialog as a modal one. The platform takes the focus in and keeps it there; when the dialog closes, what opened it gets it back. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const previous = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    // The element that opened the dialog may have been deleted: then the page gets the focus.
    const canReturn = previous instanceof HTMLElement && previous.isConnected && previous !== document.body;
    (canReturn ? previous : document.getElementById('contenido'))?.focus();
  };
}
