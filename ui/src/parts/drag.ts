// Dragged rows: the data are their names as text, which any text field accepts.

interface Chosen {
  names: readonly string[];
  has(tag: string): boolean;
}

/** Starts dragging a row; if the row is selected, all selected rows. */
export function dragged(event: DragEvent, name: string | undefined, selection: Chosen): void {
  if (!name || !event.dataTransfer) return event.preventDefault();
  event.dataTransfer.setData('text/plain', (selection.has(name) ? selection.names : [name]).join('\n'));
  event.dataTransfer.effectAllowed = 'copy';
}

/** Accepts names that are dropped on an element. */
export function drop(take: (text: string) => void): (element: HTMLElement) => () => void {
  return (element) => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('text/plain')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      element.dataset.drop = '';
    };
    const leave = (): void => void delete element.dataset.drop;
    const here = (event: DragEvent): void => {
      leave();
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (!text) return;
      event.preventDefault();
      take(text);
    };
    element.addEventListener('dragover', over);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', here);
    return () => {
      element.removeEventListener('dragover', over);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', here);
    };
  };
}
